import { Check, type LucideIcon } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { iconButtonClass } from './button.tsx'
import { classes } from './classes.ts'
import styles from './menu.module.css'

const CloseMenu = createContext<() => void>(() => {})

interface MenuProps {
  /** The accessible name of the button that opens the menu, and of the menu. */
  label: string
  trigger: ReactNode
  /** The look of the button; an icon button when left out. */
  className?: string | undefined
  children: ReactNode
}

export function Menu({ label, trigger, className = iconButtonClass, children }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const items = itemsIn(list.current)
    const current = items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0]
    current?.focus()
    // A press on what takes no focus does not move it, so `blur` alone would leave the menu open.
    const press = (event: PointerEvent) => {
      const inside = event.target instanceof Node && list.current?.parentElement?.contains(event.target)
      if (!inside) setOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [open])

  function close() {
    button.current?.focus()
    setOpen(false)
  }
  function leave(event: FocusEvent<HTMLElement>) {
    const within = event.currentTarget.contains(event.relatedTarget)
    // No new place of the focus: the window lost it, or a press that is dealt with above.
    if (event.relatedTarget && !within) setOpen(false)
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      return close()
    }
    const items = itemsIn(list.current)
    const next = neighbour(
      event.key,
      items.findIndex((item) => item === document.activeElement),
      items.length,
    )
    if (next === undefined) return
    event.preventDefault()
    if (open) items[next]?.focus()
    else setOpen(true)
  }

  return (
    <div className={styles.menu} onBlur={leave} onKeyDown={press}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div ref={list} className={styles.list} id={id} role="menu" aria-label={label}>
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </div>
  )
}

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}

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
  /** One of a few that exclude each other, and whether it is the one. */
  checked?: boolean | undefined
  /** The language of the text, where it is another one. */
  lang?: string | undefined
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, danger, checked, lang, onSelect, children }: MenuItemProps) {
  const close = use(CloseMenu)
  function select() {
    // First, so that a dialog that opens now gives the focus back to the button of the menu.
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
