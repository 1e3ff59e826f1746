import { Form } from 'antd'
import type { ReactNode } from 'react'
import { FormProvider, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { alerts } from '../alerts'
import { ErrorState, Loading } from '../feedback'
import { errorPaths } from './errorPaths'
import styles from './form.module.css'
import { ReadOnly } from './readOnly'
import { SaveBar } from './SaveBar'
import { UnsavedGuard } from './UnsavedGuard'
import type { RowFormControl } from './useRowForm'

interface Props<Row, Input extends FieldValues, Output> {
  control: RowFormControl<Row, Input, Output>
  /** Names the form for screen readers. */
  label: string
  /** Why nothing can be changed, as a missing right. */
  disabled: string | false
  children: ReactNode
}

/** A form that is one tab of a page: fields, save bar, guard; the page has its own head. */
export function SettingsForm<Row, Input extends FieldValues, Output>(
  props: Props<Row, Input, Output>,
) {
  const { control, label, disabled, children } = props
  const { form, submit, isSaving, row, loadError } = control
  const { t } = useTranslation()
  const { isDirty } = form.formState
  const bad = errorPaths(form.formState.errors)
  const jump = (path: string | undefined) => {
    if (path !== undefined) form.setFocus(path as never)
  }
  const save = async () => {
    const wrong = await submit()
    if (wrong.length === 0) return
    alerts.error(t('form.check'))
    jump(wrong[0])
  }
  if (loadError && !row) return <ErrorState error={loadError} onRetry={control.reload} />
  if (!row) return <Loading paragraph={{ rows: 8 }} />
  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <ReadOnly why={disabled}>
          <Form layout="vertical" component={false}>
            {disabled && <p className={styles.notice}>{disabled}</p>}
            {children}
          </Form>
        </ReadOnly>
        <SaveBar
          isDirty={isDirty}
          isSaving={isSaving}
          errorCount={bad.length}
          disabled={disabled}
          isTab
          isSaved
          onCancel={() => form.reset()}
          onJump={() => jump(bad[0])}
        />
        <UnsavedGuard isDirty={isDirty && !isSaving} isTab />
      </form>
    </FormProvider>
  )
}
