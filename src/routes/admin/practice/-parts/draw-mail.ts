/** What a mail is made of, beside the logo. All else of it is left out, with what it holds. */
const ELEMENTS = ['MAIN', 'H1', 'H2', 'P', 'UL', 'LI', 'BR', 'A', 'TABLE', 'TBODY', 'TR', 'TD']
/** How a mail looks that says nothing else, as its body does. */
const PAPER = 'display:block;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif'

/**
 * Draws a mail apart from the styles of the page. The policy of the page refuses the styles of a document that it frames, and takes
 * those that a script sets; so they are set one by one, on texts and elements that are made anew. No link leads anywhere.
 */
export function drawMail(host: HTMLElement, html: string, logo: Logo | undefined): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const mail = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  const paper = document.createElement('div')
  paper.style.cssText = PAPER
  paper.append(...copiesOf(mail.body, logo))
  root.replaceChildren(paper)
}

/** The policy would refuse, and report, what is only read. */
const withoutStyles = (html: string) =>
  html
    .replaceAll(/<style>[^<]*<\/style>/g, '')
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replace(/\sstyle="/, ' data-style="'))

/** The only picture that is drawn. */
interface Logo {
  /** As the mail names it. */
  url: string
  /** Where it is. */
  address: string
}

function copiesOf(parent: Element, logo: Logo | undefined): Node[] {
  return [...parent.childNodes].flatMap((node): Node[] => {
    if (node instanceof Text) return [document.createTextNode(node.data)]
    if (!(node instanceof Element)) return []
    const isLogo = node.tagName === 'IMG' && node.getAttribute('src') === logo?.url
    if (!isLogo && !ELEMENTS.includes(node.tagName)) return []
    const copy = document.createElement(node.tagName)
    if (logo && copy instanceof HTMLImageElement) Object.assign(copy, { src: logo.address, alt: '' })
    copy.style.cssText = node.getAttribute('data-style') ?? ''
    if (node.getAttribute('role') === 'presentation') copy.setAttribute('role', 'presentation')
    copy.append(...copiesOf(node, logo))
    return [copy]
  })
}
