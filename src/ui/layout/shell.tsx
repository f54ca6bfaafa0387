import { type MouseEvent, type ReactNode, createContext, use } from 'react'
import { FormattedMessage } from 'react-intl'
import { classes } from '#src/ui/classes.ts'
import styles from './shell.module.css'

const MAIN = 'main'
/** Id of the page heading, which labels `main`, so that screen readers announce the page after a navigation. */
export const TITLE_ID = 'title'

/** Grid of the page. Its direct children are header, banner, sidebar and main. */
export function Shell({ withSidebar, children }: { withSidebar: boolean; children: ReactNode }) {
  return <div className={classes(styles.app, withSidebar && styles.withSidebar)}>{children}</div>
}

/** Focuses `main` without changing the hash, which would trigger a navigation. */
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

/** Whether the component is rendered inside `main`. */
export const useIsInMain = (): boolean => use(InMain)

/** Wraps content in `main` unless it is already inside it, so that a page has exactly one `main`. */
export function MainOnce({ children }: { children: ReactNode }) {
  return use(InMain) ? children : <Main>{children}</Main>
}

const HasTitle = createContext(false)

/** Wraps a part of a page that has its title already, so that a notice in this part is a section and no second title. */
export const BelowTitle = ({ children }: { children: ReactNode }) => <HasTitle value={true}>{children}</HasTitle>

export const useHasTitle = (): boolean => use(HasTitle)

/** Focuses `main` after a navigation, unless the user has opened a menu meanwhile. */
export function focusMain(): void {
  if (!document.activeElement?.closest('[role=menu]')) document.getElementById(MAIN)?.focus({ preventScroll: true })
}

/** Focuses `main` if the focused element was removed. */
export function restoreFocus(): void {
  if (document.activeElement === document.body) focusMain()
}
