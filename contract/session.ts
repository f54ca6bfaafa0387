/** Device of a session according to its browser: product names, equal in every language. */
export interface DeviceName {
  browser?: string | undefined
  system?: string | undefined
}

// Ordered, because Edge also identifies as Chrome, and Chrome as Safari.
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

/** Returns the device in a `User-Agent`. Unknown devices give nothing, because a client may send any text. */
export function deviceName(userAgent: string | undefined): DeviceName {
  const found = (names: readonly (readonly [string, RegExp])[]) => names.find(([, mark]) => mark.test(agent))?.[0]
  const agent = (userAgent ?? '').slice(0, 512)
  return { browser: found(BROWSERS), system: found(SYSTEMS) }
}
