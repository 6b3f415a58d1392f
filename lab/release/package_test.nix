# Evaluates package.nix with stand-ins for what nixpkgs passes to it, and compares what it asks for with an archive.
# The result is true, or an error.
{
  package,
  version,
  hash,
  licences,
}:

let
  asked = import package {
    lib = {
      getLicenseFromSpdxId = id: id;
      optionalString = condition: text: if condition then text else "";
      platforms.unix = [ "x86_64-linux" ];
    };
    stdenv = {
      buildPlatform.canExecute = platform: platform == "host";
      hostPlatform = "host";
    };
    buildGoModule = attributes: attributes;
    fetchurl = attributes: attributes;
    installShellFiles = "installShellFiles";
  };
in
assert asked.version == version;
assert asked.src.hash == hash;
assert builtins.match ".*/v${version}/fpcheck-${version}-source.tar.gz" asked.src.url != null;
assert asked.vendorHash == null;
assert builtins.concatStringsSep " AND " asked.meta.license == licences;
assert builtins.isString asked.postInstall && builtins.isString asked.installCheckPhase;
true
