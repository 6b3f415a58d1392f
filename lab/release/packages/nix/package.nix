{
  lib,
  stdenv,
  buildGoModule,
  fetchurl,
  installShellFiles,
}:

buildGoModule rec {
  pname = "fpcheck";
  version = "{% .Version %}";

  src = fetchurl {
    url = "{% url "source.tar.gz" %}";
    hash = "{% sri "source.tar.gz" %}";
  };

  # The archive has the modules in vendor/.
  vendorHash = null;

  subPackages = [ "cmd/fpcheck" ];
  env.CGO_ENABLED = 0;
  ldflags = [
    "-s"
    "-w"
  ];

  # The tests take minutes. The check below runs the program instead.
  doCheck = false;

  nativeBuildInputs = [ installShellFiles ];

  postInstall =
    ''
      install -Dm644 -t $out/share/doc/fpcheck SPEC.md LICENSE NOTICE LICENCES-OF-MODULES
    ''
    + lib.optionalString (stdenv.buildPlatform.canExecute stdenv.hostPlatform) ''
      $out/bin/fpcheck man man1
      installManPage man1/*
      for shell in bash zsh fish; do
        $out/bin/fpcheck completion $shell >completion.$shell
      done
      installShellCompletion --cmd fpcheck completion.*
    '';

  doInstallCheck = true;
  installCheckPhase = ''
    runHook preInstallCheck
    $out/bin/fpcheck version | grep -Fx 'specification  ${version}'
    echo '{% .Text %}' >fox.txt
    $out/bin/fpcheck fingerprint --quiet fox.txt | grep -Fx '{% .Fingerprint %}  fox.txt'
    runHook postInstallCheck
  '';

  meta = {
    description = "{% .Summary %}";
    homepage = "{% .Home %}";
    changelog = "{% .Home %}/blob/v${version}/CHANGELOG.md";
    license = map lib.getLicenseFromSpdxId [
{%- range .Licences %}
      "{% . %}"
{%- end %}
    ];
    mainProgram = "fpcheck";
    platforms = lib.platforms.unix;
  };
}
