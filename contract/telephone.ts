/** As it is dialled in the Netherlands: `+31 (0)6 1234` and `06-1234` are `061234`. For comparing only. */
export const foldTelephone = (text: string): string =>
  text
    .replaceAll(/[^\d+]/g, '')
    .replace(/^\+/, '00')
    .replace(/^00310?/, '0')

/** Fewer digits are in many numbers. */
export const LEAST_DIGITS = 4
