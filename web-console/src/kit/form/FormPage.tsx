import { Form, Tabs } from 'antd'
import { Suspense, useDeferredValue, type ReactNode } from 'react'
import { FormProvider, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { alerts } from '../alerts'
import { ErrorState, Loading } from '../feedback'
import { Page } from '../page'
import { errorPaths, owns } from './errorPaths'
import styles from './form.module.css'
import { SaveBar } from './SaveBar'
import { UnsavedGuard } from './UnsavedGuard'
import type { ResourceFormControl } from './useResourceForm'

export interface FormTab {
  key: string
  label: string
  /** Parts of the values that this tab shows; its dot and the jump to an error need them. */
  fields: readonly string[]
  content: ReactNode
  /** It shows and saves nothing: the save bar is away until something else was changed. */
  isView?: boolean
}

interface Props<Row, Input extends FieldValues, Output> {
  control: ResourceFormControl<Row, Input, Output>
  /** What is edited; the word of its section until that is known. */
  title: string
  note?: ReactNode
  /** Beside the title: what can be done with the saved thing. */
  actions?: ReactNode
  tabs: FormTab[]
  /** Key of the tab that is open where the address names none; the first unless said. */
  defaultTab?: string
  /** Why nothing can be saved, as a missing right. */
  disabled?: string | false
  /** Where "cancel" leads. */
  backTo: string
}

/** The form of an entity: tabs with error dots, a sticky save bar, a guard for changes. */
export function FormPage<Row, Input extends FieldValues, Output>(props: Props<Row, Input, Output>) {
  const { control, title, note, actions, tabs, disabled, backTo } = props
  const defaultTab = props.defaultTab ?? tabs[0]?.key
  const { form, submit, isSaving, isLoading, loadError } = control
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const bad = errorPaths(form.formState.errors)
  const tabOf = (wanted: string | null | undefined) => tabs.find(({ key }) => key === wanted)
  const active = tabOf(params.get('tab')) ?? tabOf(defaultTab)

  const openTab = (key: string) =>
    setParams((old) => withTab(old, key === defaultTab ? '' : key), { replace: true })
  const jumpTo = (path: string | undefined) => {
    if (path === undefined) return
    const tab = tabs.find(({ fields }) => owns(fields, path))
    if (tab) openTab(tab.key)
    // The field can take the focus only once its tab is shown.
    requestAnimationFrame(() => form.setFocus(path as never))
  }
  const save = async () => {
    const wrong = await submit()
    if (wrong.length === 0) return
    alerts.error(t('form.check'))
    jumpTo(wrong[0])
  }

  if (loadError && !control.row)
    return (
      <Page title={title}>
        <ErrorState error={loadError} onRetry={control.reload} backTo={backTo} />
      </Page>
    )
  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Page title={title} note={note} actions={actions}>
          {isLoading ? (
            <Loading paragraph={{ rows: 8 }} />
          ) : (
            // What a field still loads, as the words of another feature, leaves the title where it is.
            <Suspense fallback={<Loading paragraph={{ rows: 8 }} />}>
              <Form layout="vertical" component={false}>
                <FormTabs tabs={tabs} active={active?.key} bad={bad} onOpen={openTab} />
              </Form>
            </Suspense>
          )}
        </Page>
        {(form.formState.isDirty || !active?.isView) && (
          <SaveBar
            isDirty={form.formState.isDirty}
            isSaving={isSaving}
            errorCount={bad.length}
            disabled={disabled}
            isSaved={!control.isNew}
            onCancel={() => void navigate(backTo)}
            onJump={() => jumpTo(bad[0])}
          />
        )}
        <UnsavedGuard isDirty={form.formState.isDirty && !isSaving} />
      </form>
    </FormProvider>
  )
}

interface TabsProps {
  tabs: FormTab[]
  active: string | undefined
  bad: string[]
  onOpen: (key: string) => void
}

function FormTabs({ tabs, active, bad, onOpen }: TabsProps) {
  const { t } = useTranslation()
  const only = tabs.length === 1 ? tabs[0] : undefined
  // The open tab is shown first; fields of the others follow, for errors to be found in them.
  const isWhole = useDeferredValue(true, false)
  if (only) return <div className={styles.single}>{only.content}</div>
  return (
    <Tabs
      activeKey={active}
      onChange={onOpen}
      items={tabs.map(({ key, label, fields, content }) => {
        const count = bad.filter((path) => owns(fields, path)).length
        return {
          key,
          forceRender: true,
          label: (
            <span className={styles.tab}>
              {label}
              {count > 0 && (
                <span className={styles.dot}>
                  <span className="visually-hidden">{t('form.errors', { count })}</span>
                </span>
              )}
            </span>
          ),
          children: isWhole || key === active ? content : null,
        }
      })}
    />
  )
}

function withTab(params: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (tab) next.set('tab', tab)
  else next.delete('tab')
  return next
}
