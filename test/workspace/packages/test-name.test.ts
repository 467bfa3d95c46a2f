import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subjectWords, testNameOf } from '../../../src/workspace/packages/index.ts';

describe('a file is a test by its path', () => {
  it.each([
    ['npm', 'src/pay.test.ts', 'pay'],
    ['npm', 'src/pay.spec.tsx', 'pay'],
    ['npm', 'packages/core/__tests__/apiWatch.spec.ts', 'api watch'],
    ['npm', 'packages/core/__tests__/apiWatch.ts', 'api watch'],
    ['npm', 'test/route-prefix.test.js', 'route prefix'],
    ['npm', 'test/route.js', 'route'],
    ['npm', 'test/types/route.test-d.ts', 'route'],
    ['npm', 'test/types/route.tst.ts', 'route'],
    ['pytest', 'tests/test_adapters.py', 'adapters'],
    ['pytest', 'tests/test_utils.py', 'utils'],
    ['pytest', 'pkg/adapters_test.py', 'adapters'],
    ['go', 'binding/form_mapping_test.go', 'form mapping'],
    ['cargo', 'tests/regression.rs', 'regression'],
    ['cargo', 'crates/ignore/tests/gitignore_tests.rs', 'gitignore'],
    ['cargo', 'crates/ignore/src/gitignore/tests.rs', 'tests'],
    ['jvm', 'gson/src/test/java/com/google/gson/JsonArrayTest.java', 'json array'],
    ['jvm', 'app/src/test/kotlin/a/PayTests.kt', 'pay'],
    ['jvm', 'app/src/test/java/a/TestPay.java', 'pay'],
    ['jvm', 'app/src/integrationTest/java/a/PayIT.java', 'pay'],
    ['ruby', 'test/erb_test.rb', 'erb'],
    ['ruby', 'test/test_erb.rb', 'erb'],
    ['ruby', 'test/spec_builder.rb', 'builder'],
    ['ruby', 'spec/models/pay_spec.rb', 'pay'],
    ['php', 'tests/Composer/Test/Util/ZipTest.php', 'zip'],
    ['make', 'tests/unit/type/list.tcl', 'list'],
    ['make', 'tests/cluster/tests/21-many-slot-migration.tcl', 'many slot migration'],
    ['make', 'tests/pay.c', 'pay'],
    ['make', 't/01-basic.t', 'basic'],
    ['make', 'src/jq_test.c', 'jq'],
    ['make', 'tests/jq.test', 'jq'],
    ['make', 'tests/jqtest', 'jq'],
    ['make', 't/t7400-submodule-basic.sh', 'submodule basic'],
  ])('%s %s', (ecosystem, path, words) => {
    expect(testNameOf(path)).toMatchObject({ ecosystem, words: words.split(' ') });
  });

  it.each([
    'src/pay.ts',
    'test/helper.js',
    'test/fixtures/pay.test.js',
    '__tests__/__fixtures__/pay.ts',
    'packages/core/__tests__/utils.ts',
    'vitest.config.ts',
    'src/pay.test.d.ts',
    'tests/conftest.py',
    'tests/__init__.py',
    'tests/testserver/server.py',
    'test_helpers.go',
    'testdata/a_test.go',
    'tests/common/mod.rs',
    'src/main/java/a/Test.java',
    'src/main/java/junit/framework/TestSuite.java',
    'src/test/java/a/MoreAsserts.java',
    'test/test_helper.rb',
    'spec/spec_helper.rb',
    'test/views/foo.erb',
    'tests/Composer/Test/TestCase.php',
    'tests/Composer/Test/Fixtures/installer/a.test',
    'tests/support/server.tcl',
    'tests/assets/minimal.conf',
    'README.md',
    '',
  ])('%s is none', (path) => {
    expect(testNameOf(path)).toBeUndefined();
  });

  it('whatever the path is', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        for (const word of testNameOf(path)?.words ?? []) expect(word).not.toBe('');
        expect(() => subjectWords(path)).not.toThrow();
      }),
    );
  });
});

describe('the words of a file', () => {
  it.each([
    ['lib/contentTypeParser.js', 'content type parser'],
    ['lib/content-type-parser.js', 'content type parser'],
    ['src/HTTPServer.java', 'http server'],
    ['packages/compiler-core/index.ts', 'compiler core'],
    ['src/flask/json/__init__.py', 'json'],
    ['src/index.ts', 'index'],
    ['src/t_list.c', 't list'],
  ])('%s', (path, words) => {
    expect(subjectWords(path).join(' ')).toBe(words);
  });
});
