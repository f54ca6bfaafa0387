/** The pages to link to: the first, the last and those around the current one; `undefined` where some are left out. */
export function pageWindow(page: number, totalPages: number): (number | undefined)[] {
  const middle = Math.min(Math.max(page, 2), Math.max(totalPages - 1, 2))
  const shown = [...new Set([1, middle - 1, middle, middle + 1, totalPages])]
    .filter((number) => number >= 1 && number <= totalPages)
    .sort((a, b) => a - b)
  return shown.flatMap((number, index) => {
    const gap = number - (shown[index - 1] ?? 0)
    if (gap === 1) return [number]
    // The dots would take the room of the one page that they stand for.
    return gap === 2 ? [number - 1, number] : [undefined, number]
  })
}
