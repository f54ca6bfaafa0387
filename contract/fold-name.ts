/** Lower case, with one kind of apostrophe. */
export const fold = (word: string) => word.toLowerCase().replaceAll(/[’‘`´]/g, "'")

/** Folds a name for searching: case, diacritics, apostrophes and spaces. */
export function foldName(name: string): string {
  if (name === '') return ''
  return fold(name.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('æ', 'ae')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
