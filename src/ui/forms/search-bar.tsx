import { cleanQuery, isSearchTooLong } from '#contract/text.ts'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { IconButton } from './button.tsx'
import { Notes, fieldAttributes } from './field.tsx'
import input from './input.module.css'
import styles from './search-bar.module.css'
import { useDebounce } from './use-debounce.ts'

interface SearchBarProps {
  label: string
  /** Current search text from the URL. */
  value: string
  /** Called with the cleaned text: after a pause in typing, or at once on Enter and on clear. */
  onSearch: (text: string) => void
}

export function SearchBar({ label, value, onSearch }: SearchBarProps) {
  const intl = useIntl()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [typing, setTyping] = useState(false)
  const [known, setKnown] = useState(value)
  // Submitted text that the URL does not contain yet. Its arrival must not overwrite newer input.
  const [submitted, setSubmitted] = useState<readonly string[]>([])

  if (value !== known) {
    setKnown(value)
    const index = submitted.indexOf(value)
    setSubmitted(submitted.slice(index + 1))
    if (index < 0 && !typing) setText(value)
  }

  const flag = isSearchTooLong(text) ? 'tooLong' : undefined

  function search(next: string) {
    const wanted = cleanQuery(next)
    setTyping(false)
    if (wanted !== value) setSubmitted([...submitted, wanted])
    onSearch(wanted)
  }
  useDebounce(
    text,
    () => {
      if (cleanQuery(text) === (submitted.at(-1) ?? value)) setTyping(false)
      else if (!flag) search(text)
    },
    typing,
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!flag) search(text)
  }
  function clear() {
    setText('')
    search('')
    box.current?.focus()
  }

  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <span className={input.framed}>
        <Search />
        <input
          {...fieldAttributes({ id, flag })}
          // Overrides the attribute of `fieldAttributes`: a valid search text has no `aria-invalid`.
          aria-invalid={flag ? true : undefined}
          ref={box}
          className={input.input}
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setTyping(true)
          }}
        />
        {text && <IconButton icon={X} label={intl.formatMessage({ id: 'core.buttons.clearSearch' })} onClick={clear} />}
      </span>
      <Notes id={id} flag={flag} />
    </form>
  )
}
