import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './sidebar.module.css'

/** What the menu button controls. */
export const SIDEBAR_ID = 'sidebar'

export interface SidebarProps {
  /** Over the content, where it does not fit beside it. */
  narrow: boolean
  /** Between 40 and 64rem, what stays beside the content while the sidebar is closed: icons, or icons above their labels. */
  rail?: 'icons' | 'labels' | undefined
  /** Says nothing where the sidebar stands beside the content: there it is always open. */
  open: boolean
  onClose: () => void
  label: string
  /** Below the links, at the bottom. */
  footer?: ReactNode
  /** `NavLink`s. */
  children: ReactNode
}

export function Sidebar({ narrow, rail, open, onClose, label, footer, children }: SidebarProps) {
  const nav = useRef<HTMLElement>(null)
  const over = narrow && open
  const close = useEffectEvent(onClose)

  // Wherever it was opened from, and wherever the focus is while it lies over the page.
  useEffect(() => {
    if (!over) return
    const sidebar = nav.current
    const opener = document.activeElement
    sidebar?.querySelector('a')?.focus()
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    // What has the focus must be seen, and the page is behind it. On `main` itself the arrival of a page has put it.
    const leave = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.parentElement?.closest('main')) close()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('focusin', leave)
      // Who followed a link is already elsewhere.
      const lost = sidebar?.contains(document.activeElement) || document.activeElement === document.body
      if (lost && opener instanceof HTMLElement) opener.focus()
    }
  }, [over])

  return (
    <>
      <nav
        ref={nav}
        className={classes(styles.sidebar, open && styles.open)}
        id={SIDEBAR_ID}
        data-rail={rail}
        aria-label={label}
        onClick={(event) => {
          if (over && event.target instanceof Element && event.target.closest('a')) onClose()
        }}
      >
        <ul>{children}</ul>
        {footer && <div className={styles.foot}>{footer}</div>}
      </nav>
      {over && <div className={styles.scrim} onClick={onClose} />}
    </>
  )
}
