import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, type ReactNode, createContext, use } from 'react'
import { iconButtonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './menu.module.css'
import { usePopup } from './use-popup.ts'

const CloseMenu = createContext<() => void>(() => {})

interface MenuProps {
  /** The accessible name of the button that opens the menu, and of the menu. */
  label: string
  trigger: ReactNode
  /** Look of the button; by default an icon button. */
  className?: string | undefined
  children: ReactNode
}

export function Menu({ label, trigger, className = iconButtonClass, children }: MenuProps) {
  const { open, setOpen, close, id, frame, button } = usePopup()

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      return close()
    }
    const items = itemsIn(event.currentTarget)
    const at = items.findIndex((item) => item === document.activeElement)
    const next = neighbour(event.key, at, items.length)
    if (next === undefined) return
    event.preventDefault()
    if (open) items[next]?.focus()
    else setOpen(true)
  }

  return (
    <div {...frame} className={styles.menu} onKeyDown={press}>
      <button {...button} type="button" className={className} aria-label={label} aria-haspopup="menu">
        {trigger}
      </button>
      {open && (
        <div ref={focusCurrent} className={styles.list} id={id} role="menu" aria-label={label}>
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </div>
  )
}

/** When it opens. */
function focusCurrent(list: HTMLElement | null) {
  const items = list ? itemsIn(list) : []
  const current = items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0]
  current?.focus()
}

const itemsIn = (parent: Element) => [...parent.querySelectorAll<HTMLElement>('[role^=menuitem]')]

function neighbour(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % Math.max(count, 1)
    case 'ArrowUp':
      return at <= 0 ? Math.max(count - 1, 0) : at - 1
    case 'Home':
      return count ? 0 : undefined
    case 'End':
      return count ? count - 1 : undefined
    default:
      return undefined
  }
}

interface MenuItemProps {
  icon?: LucideIcon | undefined
  danger?: boolean | undefined
  /** Makes the item a radio item; true if it is selected. */
  checked?: boolean | undefined
  /** Language of the text, if it differs from the page. */
  lang?: string | undefined
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, danger, checked, lang, onSelect, children }: MenuItemProps) {
  const close = use(CloseMenu)
  function select() {
    // Closes first, so that a dialog opened by the choice returns the focus to the menu button.
    close()
    onSelect()
  }
  return (
    <button
      type="button"
      className={classes(styles.item, danger && styles.danger)}
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      lang={lang}
      tabIndex={-1}
      onClick={select}
    >
      {Icon && <Icon />}
      {children}
      {checked && <Check className={styles.check} />}
    </button>
  )
}
