const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };
const PROCESSORS: Readonly<Record<string, string>> = { arm64: 'aarch64', x64: 'x86_64' };

/** This system as registries of agents name it, such as `linux-x86_64`. */
export function systemName(): string {
  const { platform, arch } = process;
  return `${SYSTEMS[platform] ?? platform}-${PROCESSORS[arch] ?? arch}`;
}
