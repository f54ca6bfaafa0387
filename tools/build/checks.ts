import type { Plugin } from 'vite'
import { foreignCode } from './areas-apart.ts'
import { type Newer, newerInScripts, newerInStyle } from './compat.ts'

/** Features that the build may contain although a minimum browser lacks them. */
interface Allowed {
  why: string
  features: string[]
  /** Chunk name without its hash; absent for all files. */
  file?: string
}

const allow = (why: string, features: string[], file?: string): Allowed => ({ why, features, ...(file && { file }) })

const WEBAUTHN = '@simplewebauthn/browser checks for them; the server reads the same from the attestation'
const NO_HAS = 'another rule is the fallback for Firefox, which alone lacks :has()'
const DECORATION = 'a decoration, or the place of a status on a phone: nothing is hidden without it'

const ALLOWED = [
  allow('ky checks for it; without it a call that times out is ignored, not aborted', ['AbortSignal.any'], 'vendor'),
  allow('all packages check for it', ['Error.captureStackTrace']),
  allow('jose checks for it, and otherwise uses atob', ['Uint8Array.fromBase64']),
  allow('react-intl uses it for durations, which the portal does not show', ['Intl.DurationFormat'], 'vendor'),
  allow(
    'React checks for the navigation API, and the portal uses no view transitions',
    ['event navigate', 'event navigatesuccess', 'event navigateerror', '.skipTransition()'],
    'vendor',
  ),
  allow(WEBAUTHN, ['.getTransports()', '.getPublicKeyAlgorithm()', '.getPublicKey()', '.getAuthenticatorData()']),
  allow('the portal checks for it, and shows no button without it', ['.canShare()']),
  allow('lines break less well without it', ['text-wrap', 'text-wrap: balance', 'text-wrap: pretty']),
  allow('phones have no pointer', ['cursor: pointer', 'cursor: progress', 'cursor: not-allowed', 'cursor: help']),
  allow('phones have no corner to drag', ['resize', 'resize: vertical']),
  allow('Safari has no forced colours', ['forced-color-adjust', 'forced-color-adjust: none']),
  allow('::-webkit-scrollbar is the fallback', ['scrollbar-width', 'scrollbar-width: none']),
  allow('the value is as old as the prefixed property', ['print-color-adjust: exact']),
  allow('the prefixed property is the fallback', ['text-decoration: dotted']),
  allow('paper breaks less well, or has the margins of the browser', ['break-after: avoid', '@page', 'size']),
  allow(NO_HAS, ['.framed>.input:has(~button)', 'body:has(.card)', 'body:has(.sheet)', ':root:has(.bar)']),
  allow(NO_HAS, ['.head:has(.box:focus-visible)', '.head:has(.box:focus-visible) .box', '.table tr:has(.lead a)']),
  allow(DECORATION, ['.header:has(~main>[data-sign-in]):after', '.entry:has(+.entry):before']),
  allow(DECORATION, ['.card:has(.file):hover .name', '.checkbox:has(:disabled)']),
  allow(DECORATION, ['.table tr:has(.wideActions:only-child)>.state:not(:empty)']),
  allow(DECORATION, ['.table tr:has(.wideActions:only-child)>.actionsCell']),
  allow(DECORATION, ['.table tr:has(.wideActions:only-child)>.actionsCell:nth-child(n)']),
  allow(DECORATION, ['.table tr>.actionsCell:has(.ownLine):nth-child(n)']),
]

/** Returns a sentence for each problem: a missing feature that is not allowed, or an unused entry of the allow-list. */
export function incompatible(newer: readonly Newer[], allowed: readonly Allowed[]): string[] {
  const isAllowed = (found: Newer, { file, features }: Allowed) =>
    features.includes(found.feature) && (file === undefined || file === found.file)
  const rejected = newer.filter((found) => !allowed.some((one) => isAllowed(found, one)))
  const needless = allowed.flatMap((one) =>
    one.features.filter((feature) => !newer.some((found) => found.feature === feature && isAllowed(found, one))),
  )
  return [
    ...rejected.map(({ file, feature, lacking }) => `${file} has ${feature}, which ${lacking} lack.`),
    ...needless.map((feature) => `${feature} is allowed in tools/build/checks.ts, but nothing has it.`),
  ]
}

/**
 * Fails a build in which a page loads code of another area, or that uses features missing in a minimum browser
 * (package.json).
 */
export function checked(allowed = ALLOWED): Plugin {
  return {
    name: 'portal-checked',
    apply: 'build',
    generateBundle: {
      // Runs last, to check the files as served.
      order: 'post',
      handler(_options, bundle) {
        // Not a map, because two chunks may have the same name without their hash.
        const scripts: [name: string, code: string][] = []
        const newer: Newer[] = []
        for (const file of Object.values(bundle)) {
          const name = file.fileName.replace(/^assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '')
          const code = file.type === 'chunk' ? file.code : file.source.toString()
          if (/\.m?js$/.test(name)) scripts.push([name.replace(/\.m?js$/, ''), code])
          else if (name.endsWith('.css')) newer.push(...newerInStyle(name, code))
          else if (name.endsWith('.html')) {
            for (const [, rules = ''] of code.matchAll(/<style>(.*?)<\/style>/gs))
              newer.push(...newerInStyle(name, rules))
            for (const [, script = ''] of code.matchAll(/<script>(.*?)<\/script>/gs)) scripts.push([name, script])
          }
        }
        const problems = [...foreignCode(bundle), ...incompatible([...newerInScripts(scripts), ...newer], allowed)]
        if (problems.length > 0) this.error(problems.join('\n'))
      },
    },
  }
}
