/** From where somebody signed in, as far as the browser says: proper names, the same in every language. */
export interface DeviceName {
  browser?: string | undefined
  system?: string | undefined
}

// Each before those whose mark it bears as well: Edge says Chrome, and Chrome says Safari.
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
] as const
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** What a `User-Agent` says of a device; nothing of one that is not known, for anybody may send anything. */
export function deviceName(userAgent: string | undefined): DeviceName {
  const found = (names: readonly (readonly [string, RegExp])[]) => names.find(([, mark]) => mark.test(said))?.[0]
  const said = (userAgent ?? '').slice(0, 512)
  return { browser: found(BROWSERS), system: found(SYSTEMS) }
}
