import { isStringList, preference, usePreference } from '@/kit/preferences'

interface SideMenuState {
  isExpanded: boolean
  /** Keys of the sections that are folded. */
  folded: string[]
}

const isSideMenuState = (value: unknown): value is SideMenuState =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SideMenuState).isExpanded === 'boolean' &&
  isStringList((value as SideMenuState).folded)

const sideMenuPreference = preference<SideMenuState>(
  'sideMenuState',
  { isExpanded: true, folded: [] },
  isSideMenuState,
)

/** Width and folded sections of the side menu, as this browser last had them. */
export function useSideMenuState() {
  const [state, setState] = usePreference(sideMenuPreference)
  const { isExpanded, folded } = state
  return {
    isExpanded,
    isFolded: (section: string) => folded.includes(section),
    toggleExpanded: () => setState({ ...state, isExpanded: !isExpanded }),
    toggleSection: (section: string) =>
      setState({
        ...state,
        folded: folded.includes(section)
          ? folded.filter((key) => key !== section)
          : [...folded, section],
      }),
  }
}
