/** Imitates a browser's translation within a page: wraps every text, present or added later, in elements unknown to React. */
export function translate(): void {
  const NOT_TRANSLATED = 'script, style, noscript, title, textarea, option, font'
  function wrap(text: Text) {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(NOT_TRANSLATED)) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.style.verticalAlign = 'inherit'
    text.replaceWith(outer)
    inner.append(text.data)
  }
  function wrapAll(root: Node) {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    texts.forEach(wrap)
  }
  wrapAll(document)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') wrapAll(target)
      else addedNodes.forEach(wrapAll)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
