/** What a telephone dials: digits and a leading plus, without the (0) for callers at home and without an extension. */
export function telephoneHref(phone: string): string {
  const [number = ''] = phone.replace('(0)', '').split(/\p{L}/u)
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`
}
