/** Hands a text to the browser as a file. */
export const saveFile = (name: string, type: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))

/** Hands a file to the browser. */
export function saveBlob(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** As the name of a file, or a part of it: letters and digits, without diacritics. */
export const inFileName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
