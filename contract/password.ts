// No schema here, because the rules are checked while typing and yup is loaded at the first validation.

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 100
/** Symbols of which a password must contain at least one. */
export const PASSWORD_SYMBOLS = '!@#$%^&*'

export const PASSWORD_RULES = ['length', 'lowercase', 'uppercase', 'digit', 'symbol'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

const RULE_TESTS: Readonly<Record<PasswordRule, (password: string) => boolean>> = {
  length: (password) => password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX,
  lowercase: (password) => /[a-z]/.test(password),
  uppercase: (password) => /[A-Z]/.test(password),
  digit: (password) => /\d/.test(password),
  symbol: (password) => Array.from(PASSWORD_SYMBOLS).some((symbol) => password.includes(symbol)),
}

/** Rules for password managers, in the syntax of the `passwordrules` attribute. */
export const PASSWORD_RULES_FOR_MANAGERS = `minlength: ${PASSWORD_MIN}; maxlength: ${PASSWORD_MAX}; required: lower; required: upper; required: digit; required: [${PASSWORD_SYMBOLS}];`

/** Returns the rules that a password meets; characters outside the rules are allowed. */
export function metPasswordRules(password: string): ReadonlySet<PasswordRule> {
  return new Set(PASSWORD_RULES.filter((rule) => RULE_TESTS[rule](password)))
}

export type PasswordFlag = 'invalidPassword' | 'noMatch' | 'minLength'

/**
 * Returns the problems of a new password and its confirmation. A missing password is reported as required elsewhere.
 */
export function passwordFlags(newPassword: string, confirmPassword = newPassword): PasswordFlag[] {
  const flags: PasswordFlag[] = []
  if (newPassword && metPasswordRules(newPassword).size < PASSWORD_RULES.length) flags.push('invalidPassword')
  if (newPassword !== confirmPassword) flags.push('noMatch')
  if (newPassword && newPassword.length < PASSWORD_MIN) flags.push('minLength')
  return flags
}
