import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { tokenColours } from './token-colours.ts'

const STYLE = new URL('../../src/ui/first-picture.css', import.meta.url)
const TOKENS = new URL('../../src/ui/tokens.css', import.meta.url)
const LINK = /<link rel="stylesheet"[^>]*>/

/**
 * Writes the style of the first picture into the page, and lets the style sheet of the portal come after the picture: in the
 * head it would hold it back. The scripts wait for it as before.
 */
export function firstPicture(): Plugin {
  return {
    name: 'portal-first-picture',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const [link] = LINK.exec(html) ?? []
        if (bundle && !link) throw new Error('index.html has no style sheet')
        return {
          html: link ? html.replace(link, '').replace('</body>', `${link}</body>`) : html,
          tags: [{ tag: 'style', children: style(), injectTo: 'head' }],
        }
      },
    },
  }
}

function style(): string {
  const rules = withTokens(readFileSync(STYLE, 'utf8'), readFileSync(TOKENS, 'utf8'))
  return rules
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** With what the tokens stand for, which are in the style sheet. Those that the theme decides stay variables. */
function withTokens(rules: string, tokens: string): string {
  const themed = new Map<string, { light: string; dark: string }>()
  const inlined = rules.replaceAll(/var\((--[\w-]+)\)/g, (use, name: string) => {
    const [, value] = new RegExp(`\\s${name}:\\s*([^;]+);`).exec(tokens) ?? []
    if (value === undefined || value.includes('var(')) throw new Error(`tokens.css gives no plain value for ${name}`)
    if (!value.startsWith('light-dark(')) return value
    themed.set(name, tokenColours(name))
    return use
  })
  const variables = (theme: 'light' | 'dark') =>
    `:root { ${[...themed].map(([name, colours]) => `${name}: ${colours[theme]};`).join(' ')} }`
  const both = `${variables('light')} @media (prefers-color-scheme: dark) { ${variables('dark')} }`
  return inlined.replace(';', `; @layer tokens { ${both} }`)
}
