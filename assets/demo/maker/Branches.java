package maker;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the decisions of a method: a measure of how many tests it takes to see all that it does.
 */
final class Branches extends TreeScanner<Void, Void> {

    private final List<MethodTree> hidden;
    private final Set<String> followed = new HashSet<>();
    private int branches;

    /**
     * Creates a counter for one method.
     *
     * @param hidden the methods whose decisions count as those of their callers
     */
    Branches(List<MethodTree> hidden) {
        this.hidden = hidden;
    }

    int count(MethodTree method) {
        method.accept(this, null);
        return branches;
    }

    @Override
    public Void visitIf(IfTree tree, Void nothing) {
        branches++;
        return super.visitIf(tree, nothing);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void nothing) {
        branches++;
        return super.visitConditionalExpression(tree, nothing);
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void nothing) {
        branches++;
        return super.visitForLoop(tree, nothing);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void nothing) {
        branches++;
        return super.visitEnhancedForLoop(tree, nothing);
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void nothing) {
        branches++;
        return super.visitWhileLoop(tree, nothing);
    }

    @Override
    public Void visitCase(CaseTree tree, Void nothing) {
        branches++;
        return super.visitCase(tree, nothing);
    }

    @Override
    public Void visitCatch(CatchTree tree, Void nothing) {
        branches++;
        return super.visitCatch(tree, nothing);
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void nothing) {
        if (tree.getKind() == Tree.Kind.CONDITIONAL_AND || tree.getKind() == Tree.Kind.CONDITIONAL_OR) {
            branches++;
        }
        return super.visitBinary(tree, nothing);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
        if (tree.getMethodSelect() instanceof IdentifierTree callee) {
            String name = callee.getName().toString();
            if (followed.add(name)) {
                hidden.stream().filter(m -> m.getName().contentEquals(name))
                        .forEach(m -> m.accept(this, null));
            }
        }
        return super.visitMethodInvocation(tree, nothing);
    }
}
