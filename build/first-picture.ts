import { readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'
import { STYLE_TARGETS } from './least-browsers.ts'

const STYLE = new URL('../src/ui/first-picture.css', import.meta.url)
const TOKENS = new URL('../src/ui/tokens.css', import.meta.url)
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
  const themed = new Map<string, [light: string, dark: string]>()
  const inlined = rules.replaceAll(/var\((--[\w-]+)\)/g, (use, name: string) => {
    const [, value] = new RegExp(`\\s${name}:\\s*([^;]+);`).exec(tokens) ?? []
    if (value === undefined || value.includes('var(')) throw new Error(`tokens.css gives no plain value for ${name}`)
    const [, light, dark] = /^light-dark\((\w+\(.*?\)), (\w+\(.*?\))\)$/.exec(value) ?? []
    if (!light || !dark) return value
    themed.set(name, [plainColour(light), plainColour(dark)])
    return use
  })
  const [light, dark] = [0, 1].map((theme) =>
    [...themed].map(([name, values]) => `${name}: ${values[theme]};`).join(' '),
  )
  const variables = `:root { ${light} } @media (prefers-color-scheme: dark) { :root { ${dark} } }`
  return inlined.replace(';', `; @layer tokens { ${variables} }`)
}

/** As the oldest of the browsers know it. */
function plainColour(colour: string): string {
  const code = Buffer.from(`a{color:${colour}}`)
  const lowered = transform({ filename: 'colour.css', code, targets: STYLE_TARGETS, minify: true }).code.toString()
  const [, plain] = /color:(#\w+)/.exec(lowered) ?? []
  if (!plain) throw new Error(`No plain colour for ${colour}`)
  return plain
}
