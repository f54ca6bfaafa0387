// Layout of an A4 page, in points.

export const PAGE = { width: 595.28, height: 841.89, left: 62, top: 56, bottom: 72 } as const
/** Position of a window envelope's address. */
export const ADDRESS_TOP = 152
export const LOGO = { width: 190, height: 58 } as const

/** The portal's light theme. */
export const COLOURS = { brand: '#1f4391', text: '#1a2133', muted: '#555d6d', line: '#d9d6cf' } as const

export const SIZES = { title: 24, name: 15, text: 10, label: 8.5, small: 8, dense: 7.5 } as const
