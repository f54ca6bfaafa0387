import { restOfStyle } from './first-visit.ts'
import { completeMessages } from './intl.tsx'

let rest: Promise<unknown> | undefined

/**
 * Resolves when the texts and the style are here that the first pages do without (build/first-visit.ts). What is loaded later than
 * those waits for it, by itself (build/flatten-dynamic-imports.ts); the first that does so asks for it.
 */
export function restLoaded(): Promise<unknown> | undefined {
  if (!restOfStyle) return undefined
  rest ??= Promise.all([completeMessages(), styleLoaded(restOfStyle)])
  // Whoever asks again may have a connection again.
  rest.catch(() => (rest = undefined))
  return rest
}

const styleLoaded = (file: string) =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href: `/${file}` })
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    // After the other, which is at the end of the page: what is for one page may replace what is for all.
    document.body.append(link)
  })
