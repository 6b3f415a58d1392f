// Package libreoffice runs LibreOffice without windows.
package libreoffice

import "strconv"

// addressSpace bounds the memory of a LibreOffice process. Without a limit, one document has used
// all memory of a machine.
const addressSpace = 4 << 30

// Command returns the command that runs LibreOffice with settings of its own, which are kept in the
// directory profile.
func Command(profile string, args ...string) []string {
	return append([]string{"prlimit", "--as=" + strconv.Itoa(addressSpace), "--core=0",
		"soffice", "-env:UserInstallation=file://" + profile, "--headless", "--norestore"}, args...)
}
