const LINK = 'link[rel=manifest]'
const LANGUAGE = /\.(nl|en)\.webmanifest$/

/** Whoever installs the portal gets it in the language that it speaks: links the manifest of that language (public/). */
export function speakManifest(): void {
  const root = document.documentElement
  const link = () => {
    const manifest = document.querySelector<HTMLLinkElement>(LINK)
    // A translator in the browser writes there what it has made of the page.
    if (manifest && /^(nl|en)$/.test(root.lang)) {
      manifest.href = manifest.href.replace(LANGUAGE, `.${root.lang}.webmanifest`)
    }
  }
  link()
  new MutationObserver(link).observe(root, { attributeFilter: ['lang'] })
}
