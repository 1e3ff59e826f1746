import { Select } from 'antd'
import { createElement, lazy, Suspense, type ComponentType, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Loading } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { useIsNarrow } from '@/kit/useMediaQuery'
import styles from './SettingsPage.module.css'
import { SETTINGS_TABS, type SettingsKey } from './tabs'

const PANELS = Object.fromEntries(
  SETTINGS_TABS.map(({ key, panel }) => [key, createElement(lazy<ComponentType>(panel), { key })]),
) as Record<SettingsKey, ReactElement>

/** The project's settings: one tab at a time, with its own save bar. */
export default function SettingsPage() {
  const { t } = useTranslation('settings')
  const { meets } = useCan()
  const [params] = useSearchParams()
  const tabs = SETTINGS_TABS.filter(({ need }) => meets(need)).map(({ key }) => key)
  const open = tabs.find((key) => key === params.get('tab')) ?? tabs[0]
  return (
    <Page title={t('title')} note={t('note')}>
      <div className={styles.layout}>
        <Tabs tabs={tabs} open={open} />
        <section className={styles.panel} aria-label={open && t(`options.tabs.${open}`)}>
          {open && (
            <Suspense fallback={<Loading paragraph={{ rows: 8 }} />}>{PANELS[open]}</Suspense>
          )}
        </section>
      </div>
    </Page>
  )
}

interface TabsProps {
  tabs: SettingsKey[]
  open: SettingsKey | undefined
}

/** A list of links beside the panel; a select where there is no room beside it. */
function Tabs({ tabs, open }: TabsProps) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  if (isNarrow) {
    return (
      <Select
        aria-label={t('tabs')}
        value={open}
        onChange={(key) => void navigate(`?tab=${key}`)}
        options={tabs.map((key) => ({ value: key, label: t(`options.tabs.${key}`) }))}
      />
    )
  }
  return (
    <nav className={styles.tabs} aria-label={t('tabs')}>
      {tabs.map((key) => (
        <Link key={key} to={`?tab=${key}`} aria-current={key === open ? 'page' : undefined}>
          {t(`options.tabs.${key}`)}
        </Link>
      ))}
    </nav>
  )
}
