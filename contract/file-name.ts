// Names of files as other systems write them: Windows paths, capitals, and Unicode in composed or decomposed form.

/** Returns the parts of a name that may be a path of Windows or Unix, without drive and root. */
export const partsOfPath = (fileName: string): string[] =>
  fileName
    .trim()
    .replace(/^[a-z]:/i, '')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')

/** Key by which names are equal, whatever their capitals and Unicode form. */
export const foldFileName = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
