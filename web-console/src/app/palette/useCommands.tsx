import {
  DesktopOutlined,
  GlobalOutlined,
  LogoutOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLocale } from '@/kit/i18n'
import { THEME_MODES, useThemeMode } from '@/kit/theme'
import { useLogout } from '../shell/useLogout'

interface PaletteCommand {
  key: string
  title: string
  icon: ReactNode
  run: () => void
}

const THEME_ICONS = {
  light: <SunOutlined />,
  dark: <MoonOutlined />,
  system: <DesktopOutlined />,
}

/** Actions that belong to no entity. */
export function useCommands(): PaletteCommand[] {
  const { t, i18n } = useTranslation('shell')
  const { mode, setMode } = useThemeMode()
  const logout = useLogout()
  const other = i18n.resolvedLanguage === 'ru' ? 'en' : 'ru'
  return [
    ...THEME_MODES.filter((each) => each !== mode).map((each) => ({
      key: `theme-${each}`,
      title: t(`palette.options.theme.${each}`),
      icon: THEME_ICONS[each],
      run: () => setMode(each),
    })),
    {
      key: 'language',
      title: t('palette.language'),
      icon: <GlobalOutlined />,
      run: () => void changeLocale(other),
    },
    {
      key: 'logout',
      title: t('logout'),
      icon: <LogoutOutlined />,
      run: () => void logout(),
    },
  ]
}
