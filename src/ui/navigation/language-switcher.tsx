import { LANGUAGES, type Language } from '#contract/languages.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useIntl } from 'react-intl'
import { LANGUAGE_NAMES } from '#src/lib/constants.ts'
import { headerLinkClass } from '#src/ui/layout/header.tsx'
import styles from './language-switcher.module.css'
import en from './flags/en.svg?inline'
import nl from './flags/nl.svg?inline'
import { Menu, MenuItem } from './menu.tsx'

// Part of the code, because a request for each image of 200 bytes would delay the first page.
const FLAGS: Record<Language, string> = { nl, en }

interface LanguageSwitcherProps {
  language: Language
  onChange: (language: Language) => void
}

export function LanguageSwitcher({ language, onChange }: LanguageSwitcherProps) {
  const intl = useIntl()
  return (
    <Menu
      className={headerLinkClass}
      label={`${intl.formatMessage({ id: 'core.header.language' })}: ${LANGUAGE_NAMES[language]}`}
      trigger={
        <>
          <Flag language={language} />
          <span>{LANGUAGE_NAMES[language]}</span>
          <ChevronDown className={styles.chevron} />
        </>
      }
    >
      {LANGUAGES.map((choice) => (
        <MenuItem key={choice} lang={choice} checked={choice === language} onSelect={() => onChange(choice)}>
          <Flag language={choice} />
          <span>{LANGUAGE_NAMES[choice]}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Decorative: the name of the language is always beside the flag. */
export function Flag({ language }: { language: Language }) {
  return <img className={styles.flag} src={FLAGS[language]} alt="" />
}
