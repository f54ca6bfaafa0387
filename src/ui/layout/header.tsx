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

/** The bar at the top, with the scalloped rim: the one ornament of the shell. */
export function Header({ withPlace, children }: { withPlace?: boolean; children: ReactNode }) {
  return <header className={classes(styles.header, withPlace && styles.withPlace)}>{children}</header>
}

/** Filled by `InHeader`. */
export const HEADER_PLACE_ID = 'header-place'

/** Slot for the practice's name in the client area; below 64rem the portal's name shrinks to its mark to leave room. */
export const HeaderPlace = () => <div id={HEADER_PLACE_ID} className={styles.place} />

/** The look of what stands in the header. Put the text in a `<span>`: on a narrow screen only its icon is seen. */
export const headerLinkClass = classes(styles.link)
/** The same for the name of the client. */
export const headerNameClass = classes(styles.link, styles.who)

/** The name of the portal, a link home: takes what a router Link takes. */
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
  /** The id of the sidebar. */
  controls: string
}

/** Only there at the width where the sidebar slides over the content. */
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
