//! A Maven project with failed tests, made in a folder of its own.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use tempfile::TempDir;

pub use crate::folder::write;

pub const PURSE: &str = "core/src/main/java/shop/Purse.java";
pub const PURSE_TEST: &str = "core/src/test/java/shop/PurseTest.java";

const PURSE_SOURCE: &str = "package shop;

/** Coins, counted. */
public class Purse {
    private int coins;

    /** Puts coins in. */
    public void put(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(\"less than none: \" + count);
        }
        coins += count;
    }

    /** Takes coins out. */
    public int take(int count) {
        if (count > coins) {
            throw new IllegalStateException(\"only \" + coins + \" coins\");
        }
        coins -= count;
        return coins;
    }
}
";

const PURSE_TEST_SOURCE: &str = "package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PurseTest {
    @Test
    public void takesTooMany() {
        Purse purse = new Purse();
        purse.take(7);
    }

    @Test
    public void takesAll() {
        Purse purse = new Purse();
        purse.put(3);
        assertEquals(0, purse.take(2));
    }
}
";

/// The trace of `takesTooMany`, the only test in the report of [`project`].
pub const TRACE: &str = "java.lang.IllegalStateException: only 0 coins
\tat shop.Purse.take(Purse.java:18)
\tat lib.Helper.call(Helper.java:3)
\tat shop.PurseTest.takesTooMany(PurseTest.java:11)
\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)
";

/// A project in which `shop.PurseTest::takesTooMany` failed.
pub fn project() -> TempDir {
    project_with(TRACE)
}

/// The same with another trace.
pub fn project_with(trace: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let pom = |name: &str, rest: &str| {
        format!(
            "<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>{name}</artifactId><version>1</version>{rest}</project>\n"
        )
    };
    let report = format!(
        "<?xml version=\"1.0\"?>\n<testsuite name=\"shop.PurseTest\" tests=\"1\" errors=\"1\" failures=\"0\" skipped=\"0\">\n\
         <testcase name=\"takesTooMany\" classname=\"shop.PurseTest\" time=\"0\">\
         <error message=\"only 0 coins\" type=\"java.lang.IllegalStateException\"><![CDATA[{trace}]]></error>\
         </testcase>\n</testsuite>\n"
    );
    for (path, content) in [
        ("pom.xml", pom("shop", "<packaging>pom</packaging><modules><module>core</module></modules>")),
        ("core/pom.xml", pom("core", "")),
        (PURSE, PURSE_SOURCE.to_owned()),
        (PURSE_TEST, PURSE_TEST_SOURCE.to_owned()),
        ("core/target/surefire-reports/TEST-shop.PurseTest.xml", report),
    ] {
        write(folder.path(), path, &content);
    }
    folder
}
