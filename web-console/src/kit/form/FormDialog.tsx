import { zodResolver } from '@hookform/resolvers/zod'
import { Form, Modal } from 'antd'
import { useId, type ReactNode } from 'react'
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
import { applyServerErrors } from './serverErrors'

interface Props<Schema extends z.ZodType<FieldValues, FieldValues>> {
  title: string
  schema: Schema
  initial: DefaultValues<z.input<Schema>>
  /** The verb of the button; "Approve" unless said. */
  action?: string
  /** 300 for a small dialog, 600 for a common one. */
  width?: number
  /** It cannot be approved now: something is on its way. */
  isBlocked?: boolean
  /** Rejects with the server's failure; the dialog stays open and shows it. */
  onApprove: (values: z.output<Schema>) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** The common form dialog. Approve checks every field and sends nothing while one is wrong. */
export function FormDialog<Schema extends z.ZodType<FieldValues, FieldValues>>(
  props: Props<Schema>,
) {
  const {
    title,
    schema,
    initial,
    action,
    width = 600,
    isBlocked,
    onApprove,
    onClose,
    children,
  } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const formId = useId()
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema) as unknown as Resolver<
      z.input<Schema>,
      unknown,
      z.output<Schema>
    >,
    defaultValues: initial,
    mode: 'onTouched',
  })
  const approve = form.handleSubmit(
    async (values) => {
      if (isBlocked) return
      try {
        await onApprove(values)
        onClose()
      } catch (error) {
        const { rest } = applyServerErrors(error, form)
        if (rest !== undefined) alerts.error(errorText(rest))
      }
    },
    () => void alerts.error(t('form.check')),
  )
  return (
    <Modal
      open
      title={title}
      width={width}
      onCancel={onClose}
      okText={action ?? t('approve')}
      cancelText={t('cancel')}
      confirmLoading={form.formState.isSubmitting}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: isBlocked ?? false }}
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // A dialog may stand inside a page's own form.
            event.stopPropagation()
            void approve()
          }}
        >
          <Form layout="vertical" component={false}>
            {children}
          </Form>
        </form>
      </FormProvider>
    </Modal>
  )
}
