import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { classes } from '#src/ui/classes.ts'
import { SidebarPlace } from './in-sidebar.tsx'
import styles from './sidebar.module.css'

/** Referenced by `aria-controls` of the menu button. */
export const SIDEBAR_ID = 'sidebar'

export interface SidebarProps {
  /** Whether the sidebar covers the content, on narrow screens. */
  narrow: boolean
  /** Form of the closed sidebar between 40 and 64rem: icons, or icons above their labels. */
  rail?: 'icons' | 'labels' | undefined
  /** Ignored on wide screens, where the sidebar is always open. */
  open: boolean
  onClose: () => void
  label: string
  /** Content at the bottom, below the links. */
  footer?: ReactNode
  /** `NavLink`s. */
  children: ReactNode
}

export function Sidebar({ narrow, rail, open, onClose, label, footer, children }: SidebarProps) {
  const nav = useRef<HTMLElement>(null)
  const over = narrow && open
  const close = useEffectEvent(onClose)

  // Escape closes the drawer wherever the focus is.
  useEffect(() => {
    if (!over) return
    const sidebar = nav.current
    const opener = document.activeElement
    sidebar?.querySelector('a')?.focus()
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    // Closes the drawer when the focus moves to the page behind it. A navigation focuses `main` itself and is ignored.
    const leave = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.parentElement?.closest('main')) close()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('focusin', leave)
      // After a link the focus is on the new page.
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
        <SidebarPlace />
        {footer && <div className={styles.foot}>{footer}</div>}
      </nav>
      {over && <div className={styles.scrim} onClick={onClose} />}
    </>
  )
}
