import type { Page } from '@playwright/test'

/** Returns the elements that scroll sideways, exceed the window, or are too small to press. */
export async function misfits(page: Page): Promise<Record<'wide' | 'beyond' | 'small', string[]>> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName} "${element.textContent.slice(0, 80)}" ${element.getAttribute('class')}`
    const inPage = [...document.querySelectorAll('header, header *, main, main *')]
    // Visually hidden texts take no space.
    const unseen = inPage.filter((element) => getComputedStyle(element).clipPath !== 'none')
    const seen = inPage.filter((element) => !unseen.some((hidden) => hidden.contains(element)))
    // Text fields may scroll sideways, and so may strips with a shaded edge.
    const all = [document.documentElement, ...seen.filter((element) => !element.closest('nav, input'))]
    const isCut = (element: Element) =>
      getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    // The title shows a text that an ellipsis cuts off.
    const isTitled = (element: Element) =>
      getComputedStyle(element).textOverflow === 'ellipsis' && element.closest('[title]') !== null
    const cut = all.filter(isCut)
    const isShaded = (element: Element) => getComputedStyle(element).backgroundAttachment.includes('local')
    const tabs = seen.filter((element) => element.matches('nav') && isCut(element) && !isShaded(element))
    const wide = [...cut.filter((element) => !isTitled(element) && !isShaded(element)), ...tabs]
    const beyond = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isUnseen = cut.some((one) => one !== element && one.contains(element))
      return width > 0 && !isUnseen && (left < 0 || right > innerWidth + 1)
    })
    // WCAG 2.5.8 requires 24 by 24 px, except for links within a text. A pseudo-element may enlarge the target.
    const small = [...document.querySelectorAll('main :is(a, button, label:has(input))')].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      const isStretched = getComputedStyle(element, '::after').position === 'absolute'
      const isTarget = width > 0 && !isStretched && !unseen.includes(element)
      return isTarget && Math.min(width, height) < 24 && !element.closest('p, dd')
    })
    const few = (elements: Element[]) => elements.slice(0, 5).map(nameOf)
    return { wide: few(wide), beyond: few(beyond), small: few(small) }
  })
}
