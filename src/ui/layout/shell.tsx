import { type MouseEvent, type ReactNode, createContext, use } from 'react'
import { FormattedMessage } from 'react-intl'
import { classes } from '#src/ui/classes.ts'
import styles from './shell.module.css'

const MAIN = 'main'
/** Of the page's heading, by which `main` is called: who lands there by a navigation hears where. */
export const TITLE_ID = 'title'

/** The grid of the page: header and banner over sidebar and main, which are its direct children. */
export function Shell({ withSidebar, children }: { withSidebar: boolean; children: ReactNode }) {
  return <div className={classes(styles.app, withSidebar && styles.withSidebar)}>{children}</div>
}

/** Moves the focus without a change of the address, which the router would answer. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    event.preventDefault()
    focusMain()
  }
  return (
    <a className={styles.skip} href={`#${MAIN}`} onClick={skip}>
      <FormattedMessage id="core.header.skip" />
    </a>
  )
}

const InMain = createContext(false)

export function Main({ children }: { children: ReactNode }) {
  return (
    <main className={styles.main} id={MAIN} tabIndex={-1} aria-labelledby={TITLE_ID}>
      <InMain value={true}>{children}</InMain>
    </main>
  )
}

/** Whether this is a part of a page, and not in the place of all of it. */
export const useIsInMain = (): boolean => use(InMain)

/** For what may stand in the place of a part of a page as well as of the whole: there is one `main`, always. */
export function MainOnce({ children }: { children: ReactNode }) {
  return use(InMain) ? children : <Main>{children}</Main>
}

/** Where the focus goes after a navigation, unless a menu that was opened meanwhile has it, which closes without. */
export function focusMain(): void {
  if (!document.activeElement?.closest('[role=menu]')) document.getElementById(MAIN)?.focus({ preventScroll: true })
}

/** Puts the focus on `main` where the element that had it was removed. */
export function restoreFocus(): void {
  if (document.activeElement === document.body) focusMain()
}
