class Fpcheck < Formula
  desc "{% .Summary %}"
  homepage "{% .Home %}"
  url "{% url "source.tar.gz" %}"
  sha256 "{% sha256 "source.tar.gz" %}"
  license all_of: [
{%- range .Licences %}
    "{% . %}",
{%- end %}
  ]

  depends_on "go" => :build

  def install
    ENV["CGO_ENABLED"] = "0"
    system "go", "build", *std_go_args, "./cmd/fpcheck"
    generate_completions_from_executable(bin/"fpcheck", "completion")
    system bin/"fpcheck", "man", man1
    doc.install "SPEC.md", "LICENCES-OF-MODULES"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/fpcheck version")
    (testpath/"fox.txt").write "{% .Text %}"
    assert_match "{% .Fingerprint %}  fox.txt", shell_output("#{bin}/fpcheck fingerprint --quiet fox.txt")
  end
end
