import type { Page } from '@playwright/test'

/** What scrolls sideways, is cut, or is too small to be pressed. */
export async function misfits(page: Page): Promise<Record<'wide' | 'beyond' | 'small', string[]>> {
  return page.evaluate(() => {
    const told = (element: Element) =>
      `${element.tagName} "${element.textContent.slice(0, 80)}" ${element.getAttribute('class')}`
    const inPage = [...document.querySelectorAll('header, header *, main, main *')]
    // What is there for who does not see it has no room of its own.
    const unseen = inPage.filter((element) => getComputedStyle(element).clipPath !== 'none')
    const seen = inPage.filter((element) => !unseen.some((hidden) => hidden.contains(element)))
    // Tabs that have no room scroll by themselves, which an edge that stays shows, and so does what is typed.
    const all = [document.documentElement, ...seen.filter((element) => !element.closest('nav, input'))]
    const isCut = (element: Element) =>
      getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    // What ends in an ellipsis is told in whole by its title.
    const isTitled = (element: Element) =>
      getComputedStyle(element).textOverflow === 'ellipsis' && element.closest('[title]') !== null
    const cut = all.filter(isCut)
    const isShaded = (element: Element) => getComputedStyle(element).backgroundAttachment.includes('local')
    const tabs = seen.filter((element) => element.matches('nav') && isCut(element) && !isShaded(element))
    const wide = [...cut.filter((element) => !isTitled(element)), ...tabs]
    const beyond = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isUnseen = cut.some((one) => one !== element && one.contains(element))
      return width > 0 && !isUnseen && (left < 0 || right > innerWidth + 1)
    })
    // WCAG 2.5.8: 24 by 24 px, but for links in a text; one whose box is small may have a larger one laid over it.
    const small = [...document.querySelectorAll('main :is(a, button, label:has(input))')].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      const isStretched = getComputedStyle(element, '::after').position === 'absolute'
      return width > 0 && !isStretched && Math.min(width, height) < 24 && !element.closest('p, dd')
    })
    const few = (elements: Element[]) => elements.slice(0, 5).map(told)
    return { wide: few(wide), beyond: few(beyond), small: few(small) }
  })
}
