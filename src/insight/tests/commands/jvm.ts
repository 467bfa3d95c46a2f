import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import { at, directoriesWith, type ProjectReader } from './project-reader.ts';
import { below, type Runner, word } from './runner.ts';

/** Maven or Gradle, whichever builds the nearest module. */
export async function jvmRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const directories = await directoriesWith(reader, directoryOf(file), /^(?:pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?)$/);
  const [module] = directories;
  if (module === undefined) return undefined;
  const names = await reader.names(module);
  return names.includes('pom.xml') ? mavenRunner(reader, directories) : gradleRunner(reader, directories, file);
}

/** https://maven.apache.org/surefire/maven-surefire-plugin/examples/single-test.html (2026-11-22) */
async function mavenRunner(reader: ProjectReader, directories: readonly WorkspacePath[]): Promise<Runner> {
  const module = directories[0] ?? '';
  let root = module;
  for (const above of directories.slice(1)) {
    const modules = [...(await reader.text(at(above, 'pom.xml'))).matchAll(/<module>\s*([^<\s]+)\s*<\/module>/g)].map(([, name = '']) =>
      at(above, name),
    );
    if (modules.some((one) => root === one || root.startsWith(`${one}/`))) root = above;
  }
  const pom = await reader.text(at(module, 'pom.xml'));
  const group = /<parent>[\s\S]*?<groupId>\s*([^<\s]+)\s*<\/groupId>[\s\S]*?<\/parent>/.exec(pom)?.[1];
  const needs = [...pom.matchAll(/<dependency>[\s\S]*?<groupId>\s*([^<\s]+)\s*<\/groupId>/g)].map(([, name]) => name);
  // What it needs of the same project is built first, and has no such tests.
  const isJoined =
    root !== module && needs.some((name) => name === group || name === '${project.groupId}' || name === '${project.parent.groupId}');
  const start = (await reader.names(root)).includes('mvnw') ? './mvnw' : 'mvn';
  return {
    id: `maven ${module}`,
    folder: root,
    file: at(module, 'pom.xml'),
    command(tests) {
      const classes = tests.map((test) => /([^/]+)\.(?:java|kt|groovy|scala)$/.exec(test)?.[1] ?? '').filter((name) => name !== '');
      const where = root === module ? '' : ` -pl ${word(below(root, module))}${isJoined ? ' -am' : ''}`;
      const quiet = isJoined && classes.length > 0 ? ' -Dsurefire.failIfNoSpecifiedTests=false' : '';
      if (classes.length === 0) return `${start}${where} test`;
      // Failsafe runs these. https://maven.apache.org/surefire/maven-failsafe-plugin/
      if (classes.every((name) => /IT(?:Case)?$/.test(name)) && pom.includes('failsafe'))
        return `${start}${where} ${option('-Dit.test=', classes.join(','))} verify`;
      return `${start}${where} ${option('-Dtest=', classes.join(','))}${quiet} test`;
    },
  };
}

/** https://docs.gradle.org/current/userguide/java_testing.html#test_filtering (2026-11-22) */
async function gradleRunner(reader: ProjectReader, directories: readonly WorkspacePath[], file: WorkspacePath): Promise<Runner> {
  const module = directories[0] ?? '';
  const settings = await settingsAbove(reader, directories);
  const root = settings?.directory ?? module;
  const inside = below(root, module);
  const project = inside === '' ? '' : `:${inside.replaceAll('/', ':')}`;
  const isNamed =
    inside === '' ||
    new RegExp(
      String.raw`['":]${inside
        .split('/')
        .map((part) => part.replaceAll(/[^\w-]/g, '.'))
        .join('[:/]')}['"]`,
    ).test(settings?.text ?? '');
  const set = /(?:^|\/)src\/(\w*[Tt]est\w*)\//.exec(file)?.[1] ?? 'test';
  // The tests of commonMain have no task of their own: those of the JVM run them. https://kotlinlang.org/docs/multiplatform-run-tests.html
  const task = set === 'commonTest' ? 'jvmTest' : set;
  const folder = isNamed ? root : module;
  const upwards = isNamed
    ? '.'
    : below(root, module)
        .split('/')
        .map(() => '..')
        .join('/');
  const start = (await reader.names(root)).includes('gradlew') ? `${upwards}/gradlew` : 'gradle';
  const build = (await reader.names(module)).find((name) => name.startsWith('build.gradle')) ?? 'settings.gradle';
  return {
    id: `gradle ${module} ${task}`,
    folder,
    file: at(module, build),
    command(tests) {
      const classes = tests.flatMap(
        (test) => /(?:^|\/)src\/\w+\/(?:java|kotlin|groovy|scala)\/(.+)\.\w+$/.exec(test)?.[1]?.replaceAll('/', '.') ?? [],
      );
      const named = classes.map((name) => ` --tests ${word(name)}`).join('');
      return `${start} ${word(isNamed && project !== '' ? `${project}:${task}` : task)}${classes.length === tests.length ? named : ''}`;
    },
  };
}

async function settingsAbove(
  reader: ProjectReader,
  directories: readonly WorkspacePath[],
): Promise<{ readonly directory: WorkspacePath; readonly text: string } | undefined> {
  for (const directory of directories) {
    const name = (await reader.names(directory)).find((one) => /^settings\.gradle(?:\.kts)?$/.test(one));
    if (name !== undefined) return { directory, text: await reader.text(at(directory, name)) };
  }
  return undefined;
}

/** An option with a value that may need quotes. */
function option(name: string, value: string): string {
  return /^[\w,.*-]+$/.test(value) ? `${name}${value}` : word(`${name}${value}`).replace(/^\.\//, '');
}
