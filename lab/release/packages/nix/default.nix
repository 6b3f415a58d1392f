# nix-build builds fpcheck with the nixpkgs of the machine.
{
  pkgs ? import <nixpkgs> { },
}:

pkgs.callPackage ./package.nix { }
