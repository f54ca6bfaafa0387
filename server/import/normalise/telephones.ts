const BETWEEN_NUMBERS = /\s*[/;,|]\s*|\s+(?:of|en|or|and)\s+/g

/**
 * Returns as many whole telephone numbers as fit, with adjacent remarks. Returns undefined if the first does not
 * fit.
 */
export function firstTelephones(text: string, max: number): string | undefined {
  if (text.length <= max) return text
  const ends = [...text.matchAll(BETWEEN_NUMBERS)].map(({ index }) => index).filter((end) => end <= max)
  const end = ends.findLast((each) => /\d/.test(text.slice(0, each)))
  return end === undefined ? undefined : text.slice(0, end)
}
