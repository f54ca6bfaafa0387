/** Downloads a URL. */
export function saveFrom(url: string, name: string): void {
  // No referrer: the host of the file need not know the page.
  const link = Object.assign(document.createElement('a'), { href: url, download: name, rel: 'noreferrer' })
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads a blob. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  saveFrom(url, name)
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** The parts as the name of a file, without its end: letters and digits, and none of the diacritics. */
export const fileName = (parts: readonly (string | null | undefined)[]): string =>
  parts
    .join('-')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
