import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Form } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { alerts } from '../alerts'
import { useErrorText } from '../errors'
import { Reason } from '../feedback'
import { isSame } from './changes'
import { applyServerErrors } from './serverErrors'
import { UnsavedGuard } from './UnsavedGuard'

interface Props<Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema
  /** What is saved now; a change of it is taken over while nothing has been typed. */
  values: z.input<Schema>
  /** The verb of the button; "Save" unless said. */
  action?: string
  /** Why it cannot be saved. */
  disabled?: string | false
  /** Rejects with the server's failure; what was typed stays. */
  onSave: (values: z.output<Schema>) => Promise<unknown>
  children: ReactNode
}

/** A part of a page that is saved on its own. */
export function SectionForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  props: Props<Schema>,
) {
  const { schema, values, action, disabled, onSave, children } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema) as unknown as Resolver<
      z.input<Schema>,
      unknown,
      z.output<Schema>
    >,
    defaultValues: values as DefaultValues<z.input<Schema>>,
    mode: 'onTouched',
  })
  const { reset } = form
  const { isDirty, isSubmitting } = form.formState
  // Compared by what they hold, since callers make them anew at each render.
  const applied = useRef(values)
  useEffect(() => {
    if (isDirty || isSame(applied.current, values)) return
    applied.current = values
    reset(values)
  }, [values, isDirty, reset])

  const save = form.handleSubmit(
    async (output) => {
      try {
        await onSave(output)
        reset(form.getValues())
      } catch (error) {
        const { rest } = applyServerErrors(error, form)
        if (rest !== undefined) alerts.error(errorText(rest))
      }
    },
    () => void alerts.error(t('form.check')),
  )
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Form layout="vertical" component={false}>
          {children}
          <Reason why={disabled}>
            <Button
              type="primary"
              htmlType="submit"
              loading={isSubmitting}
              disabled={Boolean(disabled) || !isDirty}
            >
              {action ?? t('save')}
            </Button>
          </Reason>
        </Form>
      </form>
      <UnsavedGuard isDirty={isDirty && !isSubmitting} />
    </FormProvider>
  )
}
