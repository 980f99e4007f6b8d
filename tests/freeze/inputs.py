"""Small inputs of our own making for every format and kind of error, as one folder of files.

`write(folder, repository)` lays them down next to copies of the repository's demo and fixtures. Times of files are all the same.
"""
import json, os, shutil, subprocess

HEADER = 'project,bug_num,unique_test_name,focal_method,test_prefix,docstring,generated_test,except_pred,assert_pred,failed_buggy,buggy_test_trace,TP,FP\n'


def table(project, rows):
    """Returns a TEval+ table: for each test its name, line of code, assertion, exception, and truth (None: it passed)."""
    text = HEADER
    for number, (bug, name, call, assertion, error, truth) in enumerate(rows):
        body = f'public void {name}() {{\n      Pen pen0 = new Pen({number});\n      {call};\n'
        check = f'      {assertion};\n' if assertion else ''
        trace = f'a.Pen_ESTest::{name}\n{error}\n\tat a.Pen.draw(Pen.java:{5 + number})\n\tat a.Pen_ESTest.{name}(Pen_ESTest.java:9)' if error else ''
        cells = [project, str(bug), f'a.Pen_ESTest::{name}', 'public int draw(int length) {\n  return ink - length;\n}', body + '}',
                 '/** Draws a line, and returns the ink that is left. */', f'@Test\n{body}{check}}}', str(int(not assertion)), assertion,
                 str(truth is not None), trace, 'True' if truth is True else '', 'True' if truth is False else '']
        text += ','.join('"' + cell.replace('"', '""') + '"' for cell in cells) + '\n'
    return text


RUN1 = [(7, 'test01', 'pen0.draw(3)', 'assertEquals(4, pen0.draw(1))', 'java.lang.AssertionError: expected:<4> but was:<3>', True),
        (7, 'test02', 'pen0.draw(-1)', '', 'java.lang.IllegalArgumentException: length -1', False),
        (7, 'test03', 'pen0.fill()', 'assertTrue(pen0.isFull())', 'java.lang.AssertionError', False),
        (7, 'test04', 'pen0.draw(2)', 'assertEquals(9, pen0.draw(2))', None, None),
        (8, 'test01', 'pen0.cap()', 'assertNull(pen0.cap())', 'java.lang.NullPointerException', False),
        (8, 'test02', 'pen0.cap(); pen0.draw(1)', '', 'java.lang.IllegalStateException: capped', True),
        (8, 'test03', 'pen0.draw(1)', 'assertEquals("blue", pen0.color())', 'org.junit.ComparisonFailure: expected:<[blue]> but was:<[red]>', False)]
RUN2 = [row[:5] + (None if row[5] is None else not row[5],) for row in RUN1[:4]] + RUN1[4:]
# A test that fails in the first run passes in this one.
FLAKY = [row[:4] + (None, None) if row[1] == 'test03' else row for row in RUN1]

BUGGY_LOG = '--- a.Pen::draws\njava.lang.AssertionError: expected:<2> but was:<3>\n\tat a.Pen.draw(Pen.java:7)\n--- a.Pen::fills\njava.lang.IllegalStateException\n\tat a.Pen.fill(Pen.java:9)\n'
FIXED_LOG = '--- a.Pen::fills\njava.lang.IllegalStateException\n\tat a.Pen.fill(Pen.java:9)\n'

PAIRS = '''approach,project,test,reference,generated,outcome,exception_lbl,except_pred
toga,Shop,t1,"assertEquals(2, x)","assertEquals(2, x)",failed,False,False
toga,Shop,t2,assertTrue ( b );,assertTrue(b),not executed,False,False
toga,Till,t3,"assertEquals(0, size)",assertNotNull(list),passed,False,False
toga,Till,t4,assertTrue(b),,passed,False,False
toga,Till,t5,,,passed,True,True
naive,Shop,t1,"assertEquals(2, x)",,failed,False,False
naive,Till,t5,,,passed,True,False
'''
ADEQUACY = '''approach,project,lc_before,lc_after,ms_before,ms_after
toga,Shop,50,60,40,50
toga,Till,50,70,40,45
toga,Pen,40,40,30,20
naive,Shop,50,50,40,40
'''
TESTS = 'id,test_prefix\n1,void a() { assertTrue(b); if (c && d) fail(); }\n2,void b() { try { f(); fail(); } catch (E e) { } }\n3,void c( {\n'
BUILD_LOG = '''[INFO] Scanning for projects...
[ERROR] /elsewhere/src/test/java/a/BadTest.java:[1,60] cannot find symbol
  symbol: method y()
[INFO] BUILD FAILURE
'''

LINES = [{'project': 'Till', 'bug': '3', 'test': 'till.CoinTest::counts', 'outcome': 'failed', 'fixed_outcome': 'passed',
          'generated_test': '@Test void counts() {\n  assertEquals(3, coin0.count());\n}', 'oracle': {'assertion': 'assertEquals(3, coin0.count())'},
          'reference': {'assertion': 'assertEquals(2, coin0.count())'}, 'trace': 'java.lang.AssertionError: expected:<3> but was:<2>\n\tat till.CoinTest.counts(CoinTest.java:4)'},
         {'project': 'Till', 'bug': '3', 'test': 'till.CoinTest::spends', 'outcome': 'failed', 'fixed_outcome': 'failed',
          'generated_test': '@Test void spends() {\n  coin0.spend(9);\n}', 'oracle': {'expects_exception': False}, 'reference': {'expects_exception': True},
          'trace': 'java.lang.IllegalStateException: only 2\n\tat till.Coin.spend(Coin.java:12)\n\tat till.CoinTest.spends(CoinTest.java:8)'},
         {'project': 'Till', 'bug': '3', 'test': 'till.CoinTest::names', 'outcome': 'passed', 'fixed_outcome': 'passed',
          'oracle': {'assertion': 'assertNotNull(string0)'}, 'reference': {'assertion': 'assertEquals("copper", string0)'}},
         {'project': 'Till', 'bug': '4', 'test': 'test_till.py::test_adds', 'outcome': 'failed', 'language': 'python',
          'generated_test': 'def test_adds():\n    assert add(1, 1) == 3\n', 'trace': 'Traceback (most recent call last):\n  File "test_till.py", line 2, in test_adds\nAssertionError: assert 2 == 3'},
         {'project': 'Till', 'bug': '4', 'test': 'till.CoinTest::skips', 'outcome': 'not executed'}]

POM = '<project><artifactId>shop</artifactId></project>\n'
PEN = '''package a;

/** A pen with ink. */
public class Pen {
    /** Draws, and returns the length. */
    public int draw(int length) {
        return check(length);
    }

    int check(int length) {
        if (length > 3) throw new IllegalStateException("dry");
        return length;
    }

    public int clean(int times) {
        return times / 0;
    }
}
'''
PEN_TEST = '''package a;

import static org.junit.Assert.assertEquals;

public class PenTest {
    @Test
    public void draws() {
        new Pen().draw(4);
    }

    @Test
    public void cleans() {
        new Pen().clean(1);
    }

    @Test
    public void measures() {
        assertEquals(3, new Pen().draw(2));
    }
}
'''


def report(cases, suite='a.PenTest'):
    """Returns a report of JUnit XML: each case has a name, and an element's type, message and trace, or None."""
    text = ''
    for name, error in cases:
        inner = f'<failure type="{error[0]}" message="{error[1]}">{error[0]}: {error[1]}\n{error[2]}</failure>' if error else ''
        text += f'  <testcase classname="{suite}" name="{name}" time="0.01">{inner}</testcase>\n'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="{suite}" tests="{len(cases)}">\n{text}</testsuite>\n'


CASES = [('draws', ('java.lang.IllegalStateException', 'dry', '\tat a.Pen.check(Pen.java:11)\n\tat a.Pen.draw(Pen.java:7)\n\tat a.PenTest.draws(PenTest.java:8)\n')),
         ('cleans', ('java.lang.ArithmeticException', '/ by zero', '\tat a.Pen.clean(Pen.java:16)\n\tat a.PenTest.cleans(PenTest.java:13)\n')),
         ('measures', ('java.lang.AssertionError', 'expected:&lt;3&gt; but was:&lt;2&gt;', '\tat a.PenTest.measures(PenTest.java:18)\n')),
         ('passes', None)]
REPORT = report(CASES)
ALL_PASS = report([(name, None) for name, _ in CASES])
SOME_PASS = report([CASES[0], ('cleans', None), CASES[2], CASES[3]])

JUDGE = '''#!/bin/sh
case $(cat) in
*IndexOutOfBounds*) echo 'I think'; echo '{"label":"tp","reason":"an index is wrong"}' ;;
*NullPointer*) printf '```json\\n{"label": "FP"}\\n```\\n' ;;
*AssertionError*) echo 'no idea' ;;
*) echo '{"label":"unsure","reason":"nothing decides it"}' ;;
esac
'''

FILES = {
    'table/run1.csv': table('Lang', RUN1), 'table/run2.csv': table('Lang', RUN2), 'table/flaky.csv': table('Lang', FLAKY),
    'logs/Csv/toga/7b.7.trigger.log': BUGGY_LOG, 'logs/Csv/toga/7f.7.trigger.log': FIXED_LOG, 'logs/Csv/toga/8b.8.trigger.log': '',
    'failing/failing_tests': BUGGY_LOG,
    'till.jsonl': ''.join(json.dumps(line) + '\n' for line in LINES),
    'pairs.csv': PAIRS, 'adequacy.csv': ADEQUACY, 'tests.csv': TESTS, 'build.log': BUILD_LOG,
    'true.txt': 'assertTrue(a)\nassertTrue(b)\n', 'toga.txt': 'assertTrue(a)\nassertNull(b)\n', 'short.txt': 'assertTrue(a)\n',
    'judge.sh': JUDGE,
    'labels.csv': 'test,label,note\na.Pen_ESTest::test01,TP,right\na.Pen_ESTest::test02,FP,\na.Pen_ESTest::test99,FP,no such test\n',
    'shop/pom.xml': POM, 'shop/src/main/java/a/Pen.java': PEN, 'shop/src/test/java/a/PenTest.java': PEN_TEST,
    'shop/target/surefire-reports/TEST-a.PenTest.xml': REPORT,
    'fixed/pom.xml': POM, 'fixed/target/surefire-reports/TEST-a.PenTest.xml': SOME_PASS,
    'green/pom.xml': POM, 'green/target/surefire-reports/TEST-a.PenTest.xml': ALL_PASS,
    'again/pom.xml': POM, 'again/target/run-1/TEST-a.PenTest.xml': REPORT, 'again/target/run-2/TEST-a.PenTest.xml': SOME_PASS,
    'run-folder/inputs.csv': 'focal_method,test_prefix,docstring\n"void one() { }","  public void test0()  throws Throwable  {\n      b.one();\n  }",/** One. */\n"void two() { }","  public void test1()  throws Throwable  {\n      b.two();\n  }",/** Two. */\n',
    'run-folder/meta.csv': 'project,bug_num,test_name,assert_err\nLang,7,a.B_ESTest::test0,\nLang,7,a.B_ESTest::test1,\n',
    'run-folder/oracle_preds.csv': 'project,bug_num,test_name,test_prefix,except_pred,assert_pred\nLang,7,a.B_ESTest::test0,"  public void test0()  throws Throwable  {\n      b.one();\n  }",0,assertTrue(b.ok())\nLang,7,a.B_ESTest::test1,"  public void test1()  throws Throwable  {\n      b.two();\n  }",1,\n',
    'run-folder/toga_generated/uniq_test_names.csv': 'project,bug_num,test_id,unique_test_name\nLang,7,0,a.B_ESTest::test01\nLang,7,0,a.B_ESTest::test11\n',
    'run-folder/toga_generated/merged_results/bug_detection_log/Lang/toga/7b.7.trigger.log': '--- a.B_ESTest::test01\njava.lang.Error: one\n\tat a.B.one(B.java:1)\n--- a.B_ESTest::test11\njava.lang.Error: two\n\tat a.B.two(B.java:2)\n',
    'run-folder/toga_generated/merged_results/bug_detection_log/Lang/toga/7f.7.trigger.log': '--- a.B_ESTest::test11\njava.lang.Error: two\n\tat a.B.two(B.java:2)\n',
    'wrong/empty.csv': '', 'wrong/empty.xml': '', 'wrong/blank.jsonl': '\n\n', 'wrong/notes.txt': 'Tests: 3 failed.\nSee above.\n',
    'wrong/header-only.csv': HEADER, 'wrong/other-columns.csv': 'name,price\npen,3\n',
    'wrong/missing-column.csv': 'project,bug_num,failed_buggy\nLang,7,True\n', 'wrong/bad-cell.csv': table('Lang', RUN1).replace('"False","a.', '"perhaps","a.', 1) + 'Lang,7,t9\n',
    'wrong/open-quote.csv': table('Lang', RUN1) + 'Lang,7,"t9\n', 'wrong/twice.csv': table('Lang', RUN1 + RUN1[:1]),
    'wrong/cut.xml': REPORT[:300], 'wrong/not-junit.xml': '<project><target name="test"/></project>\n', 'wrong/no-testcase.xml': '<testsuite name="a" tests="0"/>\n',
    'wrong/counts.xml': '<testsuite name="a" tests="2" failures="1"><testcase classname="a.B" name="b"/></testsuite>\n',
    'wrong/doctype.xml': '<!DOCTYPE x [<!ENTITY a "b">]><testsuite name="a"><testcase classname="a.B" name="b"><failure message="&a;"/></testcase></testsuite>\n',
    'wrong/no-name.xml': '<testsuite><testcase><failure/></testcase><testcase name="b"><error message="m"/></testcase></testsuite>\n',
    'wrong/bad-line.jsonl': '{"project":"Till","bug":"3","test":"a.B::c","outcome":"failed"}\n{"project":"Till"\n{"project":"Till","bug":"3","test":"a.B::d","outcome":"burnt"}\n{"bug":1}\n',
    'wrong/object.json': '{"numFailedTests": 1, "testResults": []}\n', 'wrong/list.json': '[1, 2]\n',
    'wrong/log-without-names': 'java.lang.Error: x\n\tat a.B.c(B.java:1)\n', 'wrong/folder/readme.txt': 'Nothing here.\n',
    'wrong/pom-only/pom.xml': POM, 'wrong/gradle-only/build.gradle.kts': '', 'wrong/pytest-only/pyproject.toml': '[tool.pytest.ini_options]\n',
    'wrong/jest-only/package.json': '{"devDependencies": {"jest": "30"}}\n', 'wrong/go-only/go.mod': 'module a\n', 'wrong/cargo-only/Cargo.toml': '[package]\n',
    'wrong/pairs.csv': 'approach,reference\ntoga,assertTrue(b)\n', 'wrong/journal.jsonl': '{"a":1}\nnot\n',
    'config/good/fossick/config.toml': 'theme = "nord"\ntop = 5\nannotator = "ada"\n[keys]\ntrue-positive = "p"\n',
    'config/theme/fossick/config.toml': 'theme = "nrod"\n', 'config/key/fossick/config.toml': '[keys]\nunsure = "t"\n',
    'config/syntax/fossick/config.toml': 'top = \n', 'config/name/fossick/config.toml': 'tpo = 3\n',
    'play/keys.txt': '// a line that explains\nj j <pause> t\n', 'play/wrong.txt': 'j <nokey>\n',
}
BYTES = {
    'wrong/latin1.csv': table('Lang', RUN1).replace('dry', 'd').replace('blue', 'bl\u00fc').encode('latin-1'),
    'wrong/utf16.xml': REPORT.replace('UTF-8', 'UTF-16').encode('utf-16'),
    'wrong/bom.xml': b'\xef\xbb\xbf' + REPORT.encode(), 'wrong/picture.png': b'\x89PNG\r\n\x1a\n\x00\x00', 'wrong/nul.jsonl': b'{"project":"\x00"}\n',
    'wrong/odd-text.jsonl': (json.dumps({'project': '=1+1', 'bug': '7', 'test': 'a.B::\u001b[31mt\u202e', 'outcome': 'failed',
                                         'trace': 'java.lang.Error: \u001b]0;x\u0007 \u00e9\u4e16\u754c\n\tat a.B.t(B.java:1)'}, ensure_ascii=False) + '\n').encode(),
}

TIME = 1767225600
IDENTITY = {'GIT_AUTHOR_NAME': 'ada', 'GIT_AUTHOR_EMAIL': 'ada@example.org', 'GIT_COMMITTER_NAME': 'ada', 'GIT_COMMITTER_EMAIL': 'ada@example.org',
            'GIT_AUTHOR_DATE': '2026-01-01T00:00:00Z', 'GIT_COMMITTER_DATE': '2026-01-01T00:00:00Z', 'GIT_CONFIG_GLOBAL': os.devnull, 'GIT_CONFIG_NOSYSTEM': '1'}


def git(folder, *arguments):
    subprocess.run(['git', *arguments], cwd=folder, env={**os.environ, **IDENTITY}, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write(folder, repository):
    shutil.copyfile(os.path.join(repository, 'assets/demo/demo.jsonl'), os.path.join(folder, 'demo.jsonl'))
    shutil.copytree(os.path.join(repository, 'tests/fixtures'), os.path.join(folder, 'fixtures'))
    shutil.copytree(os.path.join(repository, 'assets/demo'), os.path.join(folder, 'assets'))
    for name, content in {**FILES, **BYTES}.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as file:
            file.write(content.encode() if isinstance(content, str) else content)
    # A project in git: one method was changed after the last commit.
    changed = os.path.join(folder, 'changed')
    shutil.copytree(os.path.join(folder, 'shop'), changed)
    with open(os.path.join(changed, '.gitignore'), 'w') as file:
        file.write('target\n')
    git(changed, 'init', '-q')
    git(changed, 'add', '.')
    git(changed, 'commit', '-q', '-m', 'A pen')
    with open(os.path.join(changed, 'src/main/java/a/Pen.java'), 'w') as file:
        file.write(PEN.replace('times / 0', '7 * times / 0'))
    # What labels are written beside: each such command gets a copy of its own.
    os.makedirs(os.path.join(folder, 'labelling'))
    for name in ['demo.jsonl', 'table/run1.csv', 'till.jsonl', 'judge.sh', 'labels.csv', 'wrong/journal.jsonl']:
        shutil.copy(os.path.join(folder, name), os.path.join(folder, 'labelling'))
    settle(folder)


def settle(folder):
    """Gives all files and folders the same time."""
    for place, _, names in os.walk(folder):
        for name in names:
            os.utime(os.path.join(place, name), (TIME, TIME), follow_symlinks=False)
        os.utime(place, (TIME, TIME))
