/**
 * Converts decimal digits and dashes of any script to ASCII, and each run of white space to one space. Unicode lists the
 * ten digits of each script in order.
 */
export const asciiNumbers = (text: string): string =>
  text
    .replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      let value = 0
      while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
      return String(value)
    })
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
