const TILES = 100

interface Share {
  full: number
  half: number
  total: number
}

/** A hundred tiles; what is there has one, and only the whole has all of them. */
export function tilesOf({ full, half, total }: Share): ('full' | 'half' | 'none')[] {
  const tiles = (count: number) => {
    if (count <= 0 || total <= 0) return 0
    return count >= total ? TILES : Math.min(Math.max(Math.round((count / total) * TILES), 1), TILES - 1)
  }
  const used = Math.max(tiles(full + half), full > 0 && half > 0 ? 2 : 0)
  const halves = Math.min(tiles(half), full > 0 ? used - 1 : used)
  return Array.from({ length: TILES }, (_, index) => {
    if (index < used - halves) return 'full'
    return index < used ? 'half' : 'none'
  })
}
