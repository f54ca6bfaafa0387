import { useNavigate } from '@tanstack/react-router'
import { Field, Form, Formik } from 'formik'
import { FormattedMessage } from 'react-intl'
import { signIn } from './queries.ts'

const schema = async () => (await import('#contract/schemas/credentials.ts')).credentialsSchema

async function validate(values: unknown) {
  try {
    await (await schema()).validate(values)
    return {}
  } catch (error) {
    return { [(error as { path: string }).path]: (error as Error).message }
  }
}

export function Login() {
  const navigate = useNavigate()
  return (
    <main>
      <h1>
        <FormattedMessage id="auth.login.title" />
      </h1>
      <Formik
        initialValues={{ username: '', password: '' }}
        validate={validate}
        onSubmit={async (values) => {
          await signIn(values)
          await navigate({ to: '/admin/clients/registered' })
        }}
      >
        {({ errors, touched }) => (
          <Form>
            <label htmlFor="username">
              <FormattedMessage id="auth.login.username" />
            </label>
            <Field id="username" name="username" autoComplete="username" />
            {touched.username && errors.username && <FormattedMessage id="core.text.requiredField" />}
            <label htmlFor="password">
              <FormattedMessage id="auth.login.password" />
            </label>
            <Field id="password" name="password" type="password" autoComplete="current-password" />
            {touched.password && errors.password && <FormattedMessage id="core.text.requiredField" />}
            <button type="submit">
              <FormattedMessage id="auth.login.submit" />
            </button>
          </Form>
        )}
      </Formik>
    </main>
  )
}
