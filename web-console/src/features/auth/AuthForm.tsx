import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Form } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
} from 'react-hook-form'
import type { z } from 'zod'
import { useErrorText } from '@/kit/errors'
// From its own file: the whole kit of forms is not needed to sign in.
import { applyServerErrors } from '@/kit/form/serverErrors'
import styles from './auth.module.css'

interface Props<Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema
  initial: DefaultValues<z.input<Schema>>
  /** The verb of the button. */
  action: string
  /** Rejects with the server's failure; the form stays and says it. */
  onSubmit: (values: z.output<Schema>) => Promise<unknown>
  /** Words for a failure, where the catalogue's do not suit. */
  explain?: (error: unknown) => string | undefined
  /** The field that is typed into at once, where the page is the second step of something. */
  focusOn?: Path<z.input<Schema>>
  /** The field to try again with. */
  retryWith?: Path<z.input<Schema>>
  children: ReactNode
}

/** The one form of a page before the console. What is refused is said above it. */
export function AuthForm<Schema extends z.ZodType<FieldValues, FieldValues>>(props: Props<Schema>) {
  const { schema, initial, action, onSubmit, explain, focusOn, retryWith, children } = props
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string>()
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema) as unknown as Resolver<
      z.input<Schema>,
      unknown,
      z.output<Schema>
    >,
    defaultValues: initial,
  })
  const { setFocus } = form
  useEffect(() => {
    if (focusOn) setFocus(focusOn)
  }, [focusOn, setFocus])
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      await onSubmit(values)
    } catch (error) {
      const { paths, rest } = applyServerErrors(error, form)
      if (rest === undefined) return
      setFailure(explain?.(rest) ?? errorText(rest))
      if (retryWith && paths.length === 0) form.setFocus(retryWith, { shouldSelect: true })
    }
  })
  return (
    <>
      {failure && <Alert type="error" showIcon title={failure} className={styles.failure} />}
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Form layout="vertical" component={false} size="large" requiredMark={false}>
            {children}
            <Button
              type="primary"
              htmlType="submit"
              size="large"
              block
              loading={form.formState.isSubmitting}
            >
              {action}
            </Button>
          </Form>
        </form>
      </FormProvider>
    </>
  )
}
