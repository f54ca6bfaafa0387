import type { Plugin } from 'vite'
import { foreignCode } from './areas-apart.ts'
import { type Newer, newerInScripts, newerInStyle } from './compat.ts'

/** Features that the build may contain although a minimum browser lacks them. */
interface Allowed {
  /** Chunk name without its hash; absent for all files. */
  file?: string
  features: string[]
  why: string
}

export const ALLOWED: Allowed[] = [
  {
    file: 'vendor',
    features: ['AbortSignal.any'],
    why: 'ky asks for it first; without it a call that takes too long is given up and not broken off',
  },
  { features: ['Error.captureStackTrace'], why: 'all ask for it first' },
  { features: ['Uint8Array.fromBase64'], why: 'jose asks for it first, and reads a token by atob without it' },
  { file: 'vendor', features: ['Intl.DurationFormat'], why: 'react-intl, for durations: there are none' },
  {
    file: 'vendor',
    features: ['event navigate', 'event navigatesuccess', 'event navigateerror', '.skipTransition()'],
    why: 'React asks first whether there is a navigation API, and for view transitions, which are not used',
  },
  {
    features: ['.getTransports()', '.getPublicKeyAlgorithm()', '.getPublicKey()', '.getAuthenticatorData()'],
    why: '@simplewebauthn/browser asks for them first; the server reads the same out of the attestation',
  },
  { features: ['.canShare()'], why: 'asked for first; without it there is no button for it' },
  { features: ['text-wrap', 'text-wrap: balance', 'text-wrap: pretty'], why: 'lines break less well without it' },
  {
    features: [
      'cursor: pointer',
      'cursor: progress',
      'cursor: not-allowed',
      'cursor: help',
      'resize',
      'resize: vertical',
    ],
    why: 'telephones have neither pointer nor corner to pull',
  },
  { features: ['forced-color-adjust', 'forced-color-adjust: none'], why: 'Safari has no forced colours' },
  { features: ['scrollbar-width', 'scrollbar-width: none'], why: '::-webkit-scrollbar is there as well' },
  { features: ['print-color-adjust: exact'], why: 'of the property with the prefix the value is as old' },
  { features: ['text-decoration: dotted'], why: 'the prefixed property is there as well' },
  {
    features: ['break-after: avoid', '@page', 'size'],
    why: 'a sheet breaks less well, or has the margins of the browser',
  },
  {
    features: [
      '.framed>.input:has(~button)',
      'body:has(.card)',
      'body:has(.sheet)',
      ':root:has(.bar)',
      '.head:has(.box:focus-visible)',
      '.head:has(.box:focus-visible) .box',
      '.table tr:has(.lead a)',
    ],
    why: 'another rule stands beside it for Firefox, which alone lacks :has()',
  },
  {
    features: [
      '.header:has(~main>[data-sign-in]):after',
      '.entry:has(+.entry):before',
      '.card:has(.file):hover .name',
      '.checkbox:has(:disabled)',
      '.table tr:has(.wideActions:only-child)>.state:not(:empty)',
      '.table tr:has(.wideActions:only-child)>.actionsCell',
      '.table tr:has(.wideActions:only-child)>.actionsCell:nth-child(n)',
      '.table tr>.actionsCell:has(.ownLine):nth-child(n)',
    ],
    why: 'an ornament, or where a status stands on a telephone: nothing is hidden or out of reach without it',
  },
]

/** Returns a sentence for each problem: a missing feature that is not allowed, or an unused entry of the allow-list. */
export function incompatible(newer: readonly Newer[], allowed: readonly Allowed[]): string[] {
  const isAllowed = (found: Newer, { file, features }: Allowed) =>
    features.includes(found.feature) && (file === undefined || file === found.file)
  const refused = newer.filter((found) => !allowed.some((one) => isAllowed(found, one)))
  const needless = allowed.flatMap((one) =>
    one.features.filter((feature) => !newer.some((found) => found.feature === feature && isAllowed(found, one))),
  )
  return [
    ...refused.map(({ file, feature, lacking }) => `${file} has ${feature}, which ${lacking} lack.`),
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
