import { Drawer } from 'antd'
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigation } from 'react-router'
import { Phone } from '@/features/phone'
import { ImportantStrip } from '@/features/notifications'
import { SupportBar } from '@/features/projects'
import { Loading, ModalProvider } from '@/kit/feedback'
import { useIsNarrow } from '@/kit/useMediaQuery'
import { useFormIsNear } from '../prefetch'
import { ConnectionBar } from './ConnectionBar'
import { LicenseWarning } from './LicenseWarning'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu'
import { TopBar } from './TopBar'
import { usePageScroll } from './usePageScroll'
import { usePaletteKey } from './usePaletteKey'
import { useProfileLocale } from './useProfileLocale'
import { useRoleChange } from './useRoleChange'

const WarmControls = lazy(() => import('@/kit/form/WarmControls'))
const Palette = lazy(async () => ({ default: (await import('../palette/Palette')).Palette }))

/** The common layout: side menu, top bar, and the page as a sheet of its own. */
export function Shell() {
  const { t } = useTranslation('shell')
  const isNarrow = useIsNarrow()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKey(() => setPaletteOpen((isOpen) => !isOpen))
  useProfileLocale()
  useRoleChange()
  const page = useRef<HTMLElement>(null)
  const [phonePlace, setPhonePlace] = useState<HTMLElement | null>(null)
  usePageScroll(page)
  const isFormNear = useDeferredValue(useFormIsNear())

  return (
    <ModalProvider>
      <div className={styles.shell}>
        <a className={styles.skip} href="#page">
          {t('skip')}
        </a>
        {isNarrow ? (
          <Drawer
            open={isMenuOpen}
            onClose={() => setMenuOpen(false)}
            placement="left"
            size={264}
            title={<span className="visually-hidden">{t('mainMenu')}</span>}
            styles={{ body: { padding: 0 }, header: { display: 'none' } }}
          >
            <SideMenu isInDrawer onNavigate={() => setMenuOpen(false)} />
          </Drawer>
        ) : (
          <aside>
            <SideMenu />
          </aside>
        )}
        <div className={styles.column}>
          <TopBar
            onMenu={isNarrow ? () => setMenuOpen(true) : undefined}
            onPalette={() => setPaletteOpen(true)}
            phone={setPhonePlace}
          />
          <ConnectionBar />
          <SupportBar />
          <LicenseWarning />
          <ImportantStrip />
          <main id="page" ref={page} className={styles.page} tabIndex={-1}>
            <Progress />
            <Suspense fallback={<Loading className={styles.loading} />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
        <Phone place={phonePlace} />
        {isFormNear && (
          <Suspense fallback={null}>
            <WarmControls />
          </Suspense>
        )}
        {isPaletteOpen && (
          <Suspense fallback={null}>
            <Palette onClose={() => setPaletteOpen(false)} />
          </Suspense>
        )}
      </div>
    </ModalProvider>
  )
}

/** A thin line while the next page is on its way. */
function Progress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={styles.progress} aria-hidden />
}
