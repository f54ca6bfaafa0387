import { fold } from './fold-name.ts'

// Apart from `names.ts`, for no first page of an owner needs it.

const PARTICLES = new Set(
  "a af al auf aan am an bij d' da dal de del della den der des di do dos du el het 't in la las le les lo los of onder op over s' 's te ten ter thoe to tot uit uijt van vanden vander vom von voor vor zu zum zur".split(
    ' ',
  ),
)

/** The tussenvoegsel and the main name of a last name: `van den` and `Berg`. A name of particles only is a main name. */
export function splitLastName(lastName: string): { particle: string; main: string } {
  const words = lastName.trim().split(/\s+/)
  let count = 0
  while (count < words.length - 1 && PARTICLES.has(fold(words[count]!))) count += 1
  const glued = /^[dD]['’](?=\p{L})/u.exec(words[count]!)?.[0] ?? ''
  const particle = [...words.slice(0, count), glued].filter(Boolean).join(' ')
  return { particle, main: words.slice(count).join(' ').slice(glued.length) }
}
