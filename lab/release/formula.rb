# formula.rb FORMULA ARCHIVE DIR: installs a formula from an archive below DIR and runs its test. It stands in for
# Homebrew, which cannot be installed here: it has the methods that the formula calls, and no others.
require "digest"
require "fileutils"
require "pathname"

formula, archive, dir = ARGV.map { |name| Pathname.new(name).expand_path }

class Pathname
  def install(*names) = names.each { |name| FileUtils.install(name, mkpath || self, mode: 0o644) }
end

class Formula
  @stanzas = {}
  class << self
    attr_reader :stanzas

    def inherited(formula) = (formula.instance_variable_set(:@stanzas, @stanzas))

    %i[desc homepage url sha256 license depends_on].each do |name|
      define_method(name) { |*values| @stanzas[name] = values.first }
    end

    def test(&block) = define_method(:run_test, &block)
  end

  def initialize(dir) = @dir = dir

  %w[bin share/man/man1 share/doc/fpcheck].each do |path|
    define_method(path == "share/doc/fpcheck" ? :doc : File.basename(path)) { (@dir/path).tap(&:mkpath) }
  end

  def testpath = (@dir/"test").tap(&:mkpath)

  # The version is that of the tag in the address.
  def version = self.class.stanzas[:url][%r{/releases/download/v([0-9.]+)/}, 1]

  def std_go_args = ["-trimpath", "-o=#{bin}/fpcheck", "-ldflags=-s -w"]

  def system(*command)
    Kernel.system(*command.map(&:to_s)) || raise("#{command.join(" ")}: failed")
  end

  def shell_output(command)
    output = `#{command}`
    $?.success? ? output : raise("#{command}: failed")
  end

  def generate_completions_from_executable(*command)
    %w[bash zsh fish].each do |shell|
      raise "no completions for #{shell}" if shell_output("#{command.join(" ")} #{shell}").empty?
    end
  end

  def assert_match(want, got)
    raise "the test of the formula: expected #{want} in #{got}" unless got.include?(want)
  end
end

load formula.to_s
stanzas = Formula.stanzas
raise "#{formula}: expected the address of #{archive.basename}" if File.basename(stanzas[:url]) != archive.basename.to_s
raise "#{formula}: not the digest of #{archive.basename}" if stanzas[:sha256] != Digest::SHA256.file(archive).hexdigest
raise "#{formula}: a description of #{stanzas[:desc].length} letters: expected 80 or fewer" if stanzas[:desc].length > 80

fpcheck = Fpcheck.new(dir)
Dir.chdir(dir.tap(&:mkpath)) do
  fpcheck.system "tar", "-xzf", archive
  Dir.chdir(Dir.glob("*").find { |name| name.start_with?("fpcheck-") }) { fpcheck.install }
  Dir.chdir(fpcheck.testpath) { fpcheck.run_test }
  raise "no manual pages" if (dir/"share/man/man1").glob("fpcheck*.1").length < 20
  raise "no licences" unless (dir/"share/doc/fpcheck/LICENCES-OF-MODULES").size?
end
puts "formula: installed #{fpcheck.version} from #{archive.basename}, and its test passed"
