import { createLink } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import PawPrint from 'lucide-react/icons/paw-print'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { IconButton } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './header.module.css'
import { Tile } from '#src/ui/data/tile.tsx'

/** The bar at the top of every page, with a scalloped lower edge. */
export function Header({ withPlace, children }: { withPlace?: boolean; children: ReactNode }) {
  return <header className={classes(styles.header, withPlace && styles.withPlace)}>{children}</header>
}

/** Filled by `InHeader`. */
export const HEADER_PLACE_ID = 'header-place'

/** Slot for the name of the practice in the client area. Below 64rem only the mark of the portal remains beside it. */
export const HeaderPlace = () => <div id={HEADER_PLACE_ID} className={styles.place} />

/** Class of a control in the header. Narrow screens hide its `<span>`, so that only the icon remains. */
export const headerLinkClass = classes(styles.link)
/** Class of the client's name in the header. */
export const headerNameClass = classes(styles.link, styles.who)

/** Router link to the home page, with the name of the portal. */
export const AppName = createLink(function AppNameLink({ className: _, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={styles.name} aria-current={undefined}>
      <Tile icon={PawPrint} />
      <FormattedMessage id="core.appName" />
    </a>
  )
})

interface MenuButtonProps {
  open: boolean
  onToggle: () => void
  /** Id of the sidebar. */
  controls: string
}

/** Menu button; visible only at widths where the sidebar covers the content. */
export function MenuButton({ open, onToggle, controls }: MenuButtonProps) {
  const intl = useIntl()
  return (
    <IconButton
      className={styles.menu}
      icon={open ? X : Menu}
      label={intl.formatMessage({ id: 'core.header.menu' })}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    />
  )
}
